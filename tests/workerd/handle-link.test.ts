import { expect, test } from "vitest";
import { createDraftAt } from "../support/drafts";
import { fieldValue, pageText } from "../support/page-parts";
import { artistAnswers } from "../support/visitor";

test("a handle is refused with the sentence, and one press without script makes its link", async () => {
  const visitor = await createDraftAt("artist");
  const answers = { ...artistAnswers, instagramProfile: "@noor.ayad" };
  const refused = await (
    await visitor.post("/submit/artist", { ...answers, intent: "next" })
  ).text();
  expect(pageText(refused)).toContain("Please include instagram.com/ in the URL");
  expect(refused).toContain('value="link-handle:instagramProfile"');
  const intent = "link-handle:instagramProfile";
  const page = await (await visitor.post("/submit/artist", { ...answers, intent })).text();
  expect(fieldValue(page, "instagramProfile")).toBe("https://www.instagram.com/noor.ayad");
  expect(pageText(page)).not.toContain("Please include instagram.com/");
});
