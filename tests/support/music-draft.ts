import { afterAll } from "vitest";
import { type AppStores, openAppStores } from "./app-stores";
import { createDraftAt } from "./drafts";
import type { Visitor } from "./visitor";

/** Creates a visitor at the music step and opens the app's stores, once for all tests of a file. */
export async function musicDraft(): Promise<{ visitor: Visitor; inside: AppStores }> {
  const inside = await openAppStores();
  afterAll(() => inside.close());
  return { visitor: await createDraftAt("music"), inside };
}
