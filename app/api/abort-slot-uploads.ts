import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { hexSha256 } from "~/domain/uploads/hex-sha256";
import {
  cancelReplacement,
  removeUnacknowledged,
} from "~/domain/uploads/receiving/remove-upload.server";
import { slotsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import { ALREADY_SUBMITTED } from "~/domain/uploads/upload-texts";
import type { Portal } from "~/session/portal";
import { readDraft, requireFound } from "~/session/require-draft.server";
import { refuseOtherDraft } from "~/session/require-upload.server";
import { refuse, reply } from "./replies";

const slotFields = {
  draft: v.pipe(v.string(), v.maxLength(200)),
  slot: v.pipe(v.string(), v.maxLength(60)),
};
const removalSchema = v.union([
  v.object({ ...slotFields, keep: v.literal("stored") }),
  v.object({ ...slotFields, fingerprint: hexSha256 }),
]);

/**
 * DELETE /api/cloud-storage/uploads?draft&slot: drops what is being uploaded to a slot, even if the
 * artist does not know yet whether it has arrived. With `keep=stored` a file that has arrived stays;
 * with `fingerprint` that file is dropped in any case. The reply names the stored upload, if any.
 */
export async function abortSlotUploads(request: IRequestStrict, portal: Portal): Promise<Response> {
  const draft = requireFound(await readDraft(request, portal), 403);
  const result = v.safeParse(removalSchema, Object.fromEntries(new URL(request.url).searchParams));
  if (!result.success) return refuse(400, "This call names a draft, a slot and what of it goes.");
  const { slot } = result.output;
  await refuseOtherDraft(portal, draft, result.output.draft);
  const isRemoved =
    "keep" in result.output
      ? await cancelReplacement(portal.uploads, draft.id, slot)
      : await removeUnacknowledged(portal.uploads, draft.id, result.output);
  if (!isRemoved) return refuse(409, ALREADY_SUBMITTED);
  const files = await slotsOfDraft(portal.db, draft.id);
  const storedId =
    files.flatMap((file) => (file.stored?.slot === slot ? file.stored.id : []))[0] ?? null;
  return reply(200, { success: true, stored: storedId });
}
