import * as v from "valibot";
import { expect, test } from "vitest";
import { errorTexts } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { CONSENT_NEEDED, isSignatoryName, NAME_NEEDED, signingSchema } from "./signature";

test.each([
  ["Sigrid Valentin", "Sigrid Valentin"],
  ["  sigrid   VALENTIN ", "Sigrid Valentin"],
  ["Zoe O'Neill", "Zoë O’Neill"],
  ["Сергей Иванов", "сергей иванов"],
  ["张伟", "张伟"],
  // The family name first, or last.
  ["Ayad Noor", "Noor Ayad"],
  ["Ayad, Noor", "Noor Ayad"],
  ["văn an NGUYỄN", "Nguyễn Văn An"],
  ["Vale Sigrid Anna", "Sigrid Anna Vale"],
  ["太郎 山田", "山田太郎"],
  ["山田太郎", "太郎 山田"],
  ["Anything at all", " "],
])("%s signs for %s", (typedName, name) => expect(isSignatoryName(typedName, name)).toBe(true));

test.each([
  ["Sigrid", "Sigrid Valentin"],
  ["Ola Nordmann", "Sigrid Valentin"],
  ["张三", "张伟"],
  ["Noor", "Noor Ayad"],
  ["Noor Noor", "Noor Ayad"],
  ["Anna Sigrid Vale", "Sigrid Anna Vale"],
])("%s does not sign for %s", (typedName, name) =>
  expect(isSignatoryName(typedName, name)).toBe(false),
);

const errors = (values: object) => errorTexts(schemaErrors(signingSchema(""), values));

test("a name without letters and missing consent are errors", () => {
  expect(errors({ typedName: " ", consent: "on" })).toEqual({ typedName: NAME_NEEDED });
  expect(errors({ typedName: "---", consent: "on" })).toEqual({ typedName: NAME_NEEDED });
  expect(errors({ typedName: "Sigrid", consent: "" })).toEqual({ consent: CONSENT_NEEDED });
  expect(errors({ typedName: "x".repeat(121), consent: "on" }).typedName).toContain("120");
});

test("line breaks and control characters in a name become spaces", () => {
  expect(
    v.parse(signingSchema(""), { typedName: "Sigrid\n\u0000Vale", consent: "on" }).typedName,
  ).toBe("Sigrid Vale");
});
