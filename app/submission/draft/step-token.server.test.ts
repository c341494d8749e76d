import * as v from "valibot";
import { expect, test } from "vitest";
import { aboutAnswersSchema } from "../steps/about-step";
import { stepToken } from "./step-token.server";

const about = v.parse(aboutAnswersSchema, { bio: "Ferries." });

test("a step that was never saved is new", async () => {
  expect(await stepToken(undefined)).toBe("new");
});

test("saved answers have sixteen characters, also when all are blank", async () => {
  expect(await stepToken(about)).toMatch(/^[0-9a-f]{16}$/);
  expect(await stepToken(v.parse(aboutAnswersSchema, {}))).toMatch(/^[0-9a-f]{16}$/);
});

test("the same answers have the same token, also after they were stored and read back", async () => {
  const answers = v.parse(aboutAnswersSchema, { proNumber: "", bio: " Ferries. " });
  const storedAnswers = v.parse(aboutAnswersSchema, JSON.parse(JSON.stringify(answers)));
  expect(await stepToken(answers)).toBe(await stepToken(about));
  expect(await stepToken(storedAnswers)).toBe(await stepToken(about));
});

test("any change gives another token", async () => {
  const changedAnswers = { ...about, publishingAdministrationInterest: true };
  expect(await stepToken(changedAnswers)).not.toBe(await stepToken(about));
});
