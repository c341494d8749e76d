import type { Draft } from "~/domain/submission/draft/draft";
import { readShownVersions } from "~/domain/submission/draft/shown-versions";
import { slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { setSlot } from "~/domain/uploads/receiving/remove-upload.server";
import { isSubmitted } from "~/domain/uploads/receiving/upload-row.server";
import { readSlotIntent } from "~/domain/uploads/slots";
import { notChangedText } from "~/domain/uploads/upload-texts";
import type { AppContext } from "~/session/app-context";
import { refuseDraft } from "~/session/require-draft.server";
import { intentOf, type Post } from "./read-post.server";

/**
 * Runs a button of a file field: remove, or keep one of its stored files.
 * @returns its slot, with the text to show where another tab or device was faster; undefined for any
 * other button.
 * @throws Response 409 if the draft was submitted meanwhile.
 */
export async function changePostedSlot(
  context: Pick<AppContext, "uploads" | "db" | "clock" | "log">,
  draft: Draft,
  post: Pick<Post, "fields">,
): Promise<{ slot: string; text: string | undefined } | undefined> {
  const { uploads, db, clock } = context;
  const wanted = readSlotIntent(intentOf(post));
  if (!wanted) return undefined;
  const { slot } = wanted;
  const versions = readShownVersions(post.fields);
  const seen = { version: versions && (versions.slots[slot] ?? 0) };
  if (await setSlot(uploads, { draftId: draft.id, ...wanted, seen }, clock))
    return { slot, text: undefined };
  if (await isSubmitted(db, draft.id)) throw refuseDraft(context, draft, "submitted");
  const { file } = await slotViewOf(db, draft.id, slot);
  return { slot, text: notChangedText(file?.state === "complete" ? file.fileName : undefined) };
}
