import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { setSlot } from "~/domain/uploads/receiving/remove-upload.server";
import { lastChangeBy } from "~/domain/uploads/receiving/slot-store.server";
import { SLOT_CONFLICT } from "~/domain/uploads/receiving/start-upload.server";
import { isSubmitted } from "~/domain/uploads/receiving/upload-row.server";
import { choiceSchema } from "~/domain/uploads/upload";
import type { AppContext } from "~/session/app-context";
import { readDraft, refuseDraft, requireFound } from "~/session/require-draft.server";
import { withDraftVersion } from "./draft-news";
import { readJson, refuse, reply } from "./replies";
import { refuseOtherDraft } from "./require-upload";

const changeSchema = v.object({
  draft: v.pipe(v.string(), v.maxLength(200)),
  slot: v.pipe(v.string(), v.maxLength(60)),
  /** The stored file that the slot is to hold; null empties it. */
  uploadId: v.nullable(v.pipe(v.string(), v.maxLength(40))),
  /** The version of the slot that the sender was shown. */
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The sender's name for this change, so that it can be made again. */
  choice: v.optional(choiceSchema),
});

/**
 * The refusal of a change to a slot that was changed elsewhere, with what it holds now, and by whom.
 * @param choice the name of the one that was refused.
 */
export async function refuseConflict(
  { db }: Pick<AppContext, "db">,
  draftId: string,
  slot: string,
  choice: string | undefined,
): Promise<Response> {
  const by = await lastChangeBy(db, { draftId, slot }, choice);
  const view = await slotViewOf(db, draftId, slot);
  // A file beside its slot has arrived after that was emptied.
  const reason = view.file && view.file.state !== "beside" ? "replaced" : "removed";
  const conflict = { slot, by, reason, ...view };
  return refuse(SLOT_CONFLICT.status, SLOT_CONFLICT.text, { conflict });
}

/**
 * PUT /api/cloud-storage/slots: puts a stored file into a file field, or empties it, unless the field was
 * changed since its sender saw it. Whatever else was sent for it is removed. Safe to repeat.
 */
export async function changeDraftSlot(request: IRequestStrict, context: AppContext) {
  const draft = await requireFound(request, context, await readDraft(request, context), 403);
  const result = await readJson(request, changeSchema);
  if (!result.ok) return result.response;
  const { slot, uploadId, version, choice } = result.body;
  await refuseOtherDraft(context, draft, result.body.draft);
  const change = { draftId: draft.id, slot, uploadId, seen: { version, choice } };
  if (!(await setSlot(context.uploads, change, context.clock))) {
    if (await isSubmitted(context.db, draft.id)) throw refuseDraft(context, draft, "submitted");
    return refuseConflict(context, draft.id, slot, choice);
  }
  const view = await slotViewOf(context.db, draft.id, slot);
  return withDraftVersion(context, draft.id, reply(200, { success: true, slot, ...view }));
}
