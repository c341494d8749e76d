import type { Page } from "playwright/test";
import { draftAt } from "./draft-at";
import type { Visitor } from "./visitor";
import { continueIn, ready } from "./wizard";

/** Opens the step where files are chosen, with a draft of its own unless one is given. */
export async function openMusic(page: Page, draft?: Visitor): Promise<void> {
  await continueIn(page.context(), draft ?? (await draftAt("music")));
  await page.goto("/submit/music");
  await ready(page);
}
