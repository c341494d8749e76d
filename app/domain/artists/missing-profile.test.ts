import * as v from "valibot";
import { expect, test } from "vitest";
import { completionOf, completionWeights } from "./completion";
import { profileFormSchema } from "./edit-profile";
import { missingInProfile } from "./missing-profile";

const whole = Object.fromEntries(Object.keys(completionWeights).map((field) => [field, "x"]));

test("each field that is blank is named in words", () => {
  expect(missingInProfile(whole)).toEqual([]);
  expect(missingInProfile({ ...whole, biography: " ", pplId: "" })).toEqual([
    "biography",
    "PPL number",
  ]);
  for (const name of missingInProfile({})) expect(name).toMatch(/^[A-Za-z]+( [A-Za-z]+)*$/);
});

test("who has no PPL or PRS number has answered, and the percentage stays as specified", () => {
  const answered = { ...whole, pplId: "", prsId: "", noPplId: "on", noPrsId: "on" };
  expect(missingInProfile(answered)).toEqual([]);
  expect(completionOf(answered)).toBe(85);
});

test("a number that is typed counts, and the tick beside it is taken away", () => {
  const read = (values: object) => v.parse(profileFormSchema, values);
  expect(read({ noPplId: "on", pplId: "" })).toMatchObject({ noPplId: "on", noPrsId: "" });
  expect(read({ noPplId: "on", pplId: "12" })).toMatchObject({ noPplId: "", pplId: "12" });
});
