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

/** Why an upload accepts no bytes. 503: the same bytes may be sent again. */
export interface ClosedReason {
  ok: false;
  status: 409 | 503;
  text: string;
}

const refuse = (text: string): ClosedReason => ({ ok: false, status: 409, text });

/** By the state of the upload; undefined while it is open. */
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
 * Why storage refused bytes of an open upload. One that storage has ended, as it does after some
 * days, becomes expired, so that choosing the file starts again.
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
  if (current.multipartId !== upload.multipartId)
    return { ok: false, status: 503, text: TRY_AGAIN };
  // Joined, and not validated yet.
  if ((await backendOfUpload(deps, current).size(current.key)) !== undefined)
    return refuse(UPLOAD_FINISHED);
  await closeUpload(deps.db, current, "expired", clock());
  return refuse(UPLOAD_GONE);
}
