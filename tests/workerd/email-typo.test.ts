import { expect, test } from "vitest";
import { createDraftAt } from "../support/drafts";
import { pageText } from "../support/page-parts";

test.each([
  ["sigrid@gmial.com", true],
  ["sigrid@example.com", false],
])("Review asks whether %s is right: %s", async (email, isAsked) => {
  const visitor = await createDraftAt("review", { email });
  const text = pageText(await (await visitor.send("/submit/review")).text());
  expect(text).toContain(email);
  expect(text.includes("did you mean sigrid@gmail.com?")).toBe(isAsked);
});
