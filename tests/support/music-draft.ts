import { afterAll } from "vitest";
import { type AppStores, openAppStores } from "./app-stores";
import { createDraftAt } from "./drafts";
import type { Visitor } from "./visitor";

/** For all tests of a file: a visitor at the step where files are chosen, and the app's stores. */
export async function musicDraft(): Promise<{ visitor: Visitor; inside: AppStores }> {
  const inside = await openAppStores();
  afterAll(() => inside.close());
  return { visitor: await createDraftAt("music"), inside };
}
