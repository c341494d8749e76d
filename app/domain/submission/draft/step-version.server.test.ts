import * as v from "valibot";
import { expect, test } from "vitest";
import { aboutAnswersSchema } from "../steps/about-step";
import { stepVersion } from "./step-version.server";

const about = v.parse(aboutAnswersSchema, { bio: "Ferries." });

test("a step that was never saved is new", async () => {
  expect(await stepVersion(undefined)).toBe("new");
});

test("saved answers have sixteen characters, also when all are blank", async () => {
  expect(await stepVersion(about)).toMatch(/^[0-9a-f]{16}$/);
  expect(await stepVersion(v.parse(aboutAnswersSchema, {}))).toMatch(/^[0-9a-f]{16}$/);
});

test("the same answers have the same token, also after they were stored and read back", async () => {
  const answers = v.parse(aboutAnswersSchema, { proNumber: "", bio: " Ferries. " });
  const storedAnswers = v.parse(aboutAnswersSchema, JSON.parse(JSON.stringify(answers)));
  expect(await stepVersion(answers)).toBe(await stepVersion(about));
  expect(await stepVersion(storedAnswers)).toBe(await stepVersion(about));
});

test("any change gives another token", async () => {
  const changedAnswers = { ...about, publishingAdministrationInterest: true };
  expect(await stepVersion(changedAnswers)).not.toBe(await stepVersion(about));
});
