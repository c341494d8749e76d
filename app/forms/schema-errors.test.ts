import * as v from "valibot";
import { expect, test } from "vitest";
import { singleLine } from "./fields";
import { invalidError, missingError } from "./form-reply";
import { schemaErrors, schemaResolver } from "./schema-errors";

const schema = v.object({
  email: v.pipe(singleLine, v.nonEmpty("Email is required"), v.includes("@", "No address")),
  splits: v.array(v.object({ share: v.pipe(v.number(), v.maxValue(100, "Too much")) })),
});

test("values that pass have no errors", () => {
  const values = { email: "a@b.co", splits: [{ share: 50 }] };
  expect(schemaErrors(schema, values)).toEqual({});
  expect(schemaResolver(schema)(values)).toEqual({});
});

test("a field with several errors shows the first", () => {
  expect(schemaErrors(schema, { email: " ", splits: [] })).toEqual({
    email: missingError("Email is required"),
  });
});

test("fields of a list go by the name they are posted under, and by their path in the browser", () => {
  const values = { email: "a@b.co", splits: [{ share: 1 }, { share: 101 }] };
  expect(schemaErrors(schema, values)).toEqual({ "splits[1].share": invalidError("Too much") });
  expect(schemaResolver(schema)(values)).toEqual({ "splits.1.share": "Too much" });
});

test("missing and invalid answers differ by the kind of the issue, not by its text", () => {
  const reasons = (email: unknown) => schemaErrors(schema, { email, splits: [] }).email?.reason;
  expect([reasons(""), reasons("  "), reasons(undefined)]).toEqual([
    "missing",
    "missing",
    "missing",
  ]);
  expect(reasons("nobody")).toBe("wrong");
});
