import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";
import { listenToTrack, type TrackFindings } from "~/staff/review/track-findings.server";
import { carrierOf } from "~/uploads/receiving/receiving-deps.server";
import { findUpload } from "~/uploads/receiving/upload-store.server";
import { deedOf, type TrailDeps } from "../deed-of.server";

/**
 * What listening to a stored track finds; undefined where there is no such track. The first time is in
 * the trail, with who has asked for it.
 */
export async function hearTrack(
  portal: TrailDeps & Pick<Portal, "uploads">,
  by: Staff,
  uploadId: string,
): Promise<TrackFindings | undefined> {
  const { db, clock, uploads } = portal;
  const upload = await findUpload(db, uploadId.slice(0, 40));
  if (upload?.state !== "complete" || upload.kind !== "track") return undefined;
  const { id, size, key } = upload;
  const read = (range?: { offset: number; length: number }) =>
    carrierOf(uploads, upload).read(key, range);
  const alongside = deedOf(portal, by, { action: "track-measured", subject: id });
  return listenToTrack({ db, clock }, { id, size, read }, alongside);
}
