import { type AppStores, openAppStores } from "./app-stores";
import { createDraftAt } from "./drafts";
import { openForFile } from "./open-for-file";
import type { Visitor } from "./visitor";

/** Creates a visitor at the music step and opens the app's stores, once for all tests of a file. */
export async function musicDraft(): Promise<{ visitor: Visitor; inside: AppStores }> {
  const inside = await openForFile(openAppStores);
  return { visitor: await createDraftAt("music"), inside };
}
