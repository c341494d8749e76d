import {
  draftsToWarn,
  emptyExpiredDraft,
  expiredDrafts,
  forgetExpiredDrafts,
  rememberWarning,
} from "~/submission/draft-expiry.server";
import { removeUpload } from "~/uploads/receiving/remove-upload.server";
import { allUploads } from "~/uploads/receiving/upload-store.server";
import { oneByOne } from "./one-by-one";
import type { SweepPorts, SweepRooms } from "./sweep-rooms";

const WARNED_AT_ONCE = 25;
const EXPIRED_AT_ONCE = 25;
/** Each costs some statements, of which an invocation has a thousand. */
const UPLOADS_AT_ONCE = 60;

/** Warns the artists whose drafts end soon. @returns how many were warned. */
export async function warnOfExpiry(
  { db, log, now }: SweepRooms,
  warn: NonNullable<SweepPorts["warn"]>,
): Promise<number> {
  const ending = await draftsToWarn(db, now(), WARNED_AT_ONCE);
  const idsOf = ({ id }: { id: string }) => ({ draftId: id });
  return oneByOne(ending, { part: "warnings", log, idsOf }, async (draft) => {
    // First the mail: one that is written twice is one mail, one that is not written is none.
    await warn(draft);
    await rememberWarning(db, draft);
    log("info", "draft.warned", idsOf(draft));
    return true;
  });
}

/**
 * Removes what was sent and typed for drafts whose life is over, the files first: a draft that is
 * marked is never looked at again.
 * @returns how many were ended.
 */
export async function expireDrafts({ db, uploads, log, now }: SweepRooms): Promise<number> {
  const ids = await expiredDrafts(db, now(), EXPIRED_AT_ONCE);
  const idsOf = (draftId: string) => ({ draftId });
  let removed = 0;
  const ended = await oneByOne(ids, { part: "drafts", log, idsOf }, async (id) => {
    for (const upload of await allUploads(db, id)) {
      if (removed === UPLOADS_AT_ONCE) return false;
      await removeUpload(uploads, upload);
      removed += 1;
    }
    if (!(await emptyExpiredDraft(db, id, now()))) return false;
    log("info", "draft.expired", idsOf(id));
    return true;
  });
  await forgetExpiredDrafts(db, now());
  return ended;
}
