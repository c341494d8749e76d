import { afterAll } from "vitest";
import { draftAt } from "./draft-at";
import { type Inside, openInside } from "./inside";
import type { Visitor } from "./visitor";

/** For all tests of a file: a visitor at the step where files are chosen, and the app's stores. */
export async function musicDraft(): Promise<{ visitor: Visitor; inside: Inside }> {
  const inside = await openInside();
  afterAll(() => inside.close());
  return { visitor: await draftAt("music"), inside };
}
