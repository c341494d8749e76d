import { expect, test } from "vitest";
import { boardFields, defaultColumns, parseColumnMap } from "./column-map";

test("every default id is one the board accepts for a new column, and none is used twice", () => {
  const ids = boardFields.map((field) => defaultColumns[field].id);
  for (const id of ids) expect(id).toMatch(/^[a-z_]{1,20}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an override moves the fields it names and leaves the others", () => {
  const map = parseColumnMap('{"phone":{"id":"text_mk4x"},"bio":{"id":"about","type":"text"}}');
  expect(map.phone).toEqual({ id: "text_mk4x", type: "text" });
  expect(map.bio).toEqual({ id: "about", type: "text" });
  expect(map.email).toEqual(defaultColumns.email);
});

test.each([
  "not json",
  "[1]",
  '"text"',
  '{"fone":{"id":"phone"}}',
  '{"phone":{"id":""}}',
  '{"phone":{"id":"Phone number"}}',
  '{"phone":{"id":"phone","type":"people"}}',
  '{"phone":{"id":"email"}}',
])("%s is refused", (override) => {
  expect(() => parseColumnMap(override)).toThrow();
});
