import { buildSchema, parse, validate, validateSchema } from "graphql";
import { expect, test } from "vitest";
import { columnTypes } from "~/integrations/board/column-map";
import { documents } from "~/integrations/board/graphql-documents";
import { schemaSubset } from "../../tools/schema-subset";
import { mondayContract } from "./monday-contract";

const schema = buildSchema(mondayContract);

test("the subset of the published schema is a sound schema", () => {
  expect(validateSchema(schema)).toEqual([]);
});

test.each(Object.entries(documents))("%s is valid against the published schema", (_, text) => {
  expect(validate(schema, parse(text))).toEqual([]);
});

test("no document asks for labels to be created", () => {
  for (const text of Object.values(documents))
    expect(text).not.toMatch(/create_labels_if_missing: *(true|\$)/);
});

test("every column type of ours is one the board has", () => {
  const [...publishedTypes] =
    mondayContract.match(/enum ColumnType \{ ([^}]*) \}/)?.[1]?.split(" ") ?? [];
  expect(publishedTypes).toEqual(expect.arrayContaining([...columnTypes]));
});

const full = buildSchema(`
  enum Kind { a b }
  interface Node { id: ID! text: String }
  type Leaf implements Node { id: ID! text: String more: Int }
  type Other implements Node { id: ID! text: String }
  input Ask { id: ID! kind: Kind = a size: Int }
  type Query { one(ask: Ask!, limit: Int = 5, kind: Kind): Node two: Int }
`);

test("a subset keeps what is asked for, with its types and defaults, and leaves out the rest", () => {
  const document = parse("query ($id: ID!) { one(ask: { id: $id }, limit: 2) { id } }");
  const text = schemaSubset(full, [document], ["Leaf"]);
  expect(text).toContain("one(ask: Ask!, limit: Int = 5): Node");
  expect(text).toContain("type Leaf implements Node {\n  id: ID!\n}");
  expect(text).not.toMatch(/two|more|Other|kind/);
});

test("of what a variable brings a subset keeps everything, down to its last field", () => {
  const whole = buildSchema(`
    input Part { name: String! kind: Kind }
    enum Kind { a b }
    input Ask { parts: [Part!]! size: Int }
    type Query { one(ask: Ask): Int two: Int }
  `);
  const text = schemaSubset(whole, [parse("query ($ask: Ask) { one(ask: $ask) }")], []);
  expect(text).toContain("input Ask {\n  parts: [Part!]!\n  size: Int\n}");
  expect(text).toContain("input Part {\n  name: String!\n  kind: Kind\n}");
  expect(text).toContain("enum Kind { a b }");
});
