import type { Clock } from "~/platform/clock";
import type { Upload } from "../upload";
import {
  ALREADY_SUBMITTED,
  TRY_AGAIN,
  UPLOAD_FINISHED,
  UPLOAD_GONE,
  UPLOAD_REFUSED,
} from "../upload-texts";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { closeUpload, findUpload } from "./upload-store.server";

/** Why an upload takes no more bytes. 503 means that the same bytes may be sent again. */
export interface ClosedReason {
  ok: false;
  status: 409 | 503;
  text: string;
}

const refuse = (text: string): ClosedReason => ({ ok: false, status: 409, text });

/** Why an upload takes no more bytes by what is known of it; undefined while it does. */
export function closedReason({ state }: Pick<Upload, "state">): ClosedReason | undefined {
  switch (state) {
    case "open":
      return undefined;
    case "complete":
      return refuse(UPLOAD_FINISHED);
    case "rejected":
      return refuse(UPLOAD_REFUSED);
    case "expired":
    case "removed":
      return refuse(UPLOAD_GONE);
    case "left":
      return refuse(ALREADY_SUBMITTED);
  }
}

/**
 * Why storage would not take bytes for an upload that was open a moment ago. One that storage has
 * given up, as it does by itself after some days, is settled as expired: choosing the same file then
 * begins anew.
 */
export async function resolveClosedReason(
  deps: ReceivingDeps,
  upload: Upload,
  clock: Clock,
): Promise<ClosedReason> {
  const current = await findUpload(deps.db, upload.id);
  if (!current) return refuse(UPLOAD_GONE);
  const refusal = closedReason(current);
  if (refusal) return refusal;
  if (current.multipartId !== upload.multipartId) return { ok: false, status: 503, text: TRY_AGAIN };
  // Joined, and about to be judged.
  if ((await backendOfUpload(deps, current).size(current.key)) !== undefined)
    return refuse(UPLOAD_FINISHED);
  await closeUpload(deps.db, current, "expired", clock());
  return refuse(UPLOAD_GONE);
}
