import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import { listenToTrack, type TrackFindings } from "~/staff/review/track-findings.server";
import { carrierOf } from "~/uploads/receiving/receiving-deps.server";
import { findUpload } from "~/uploads/receiving/upload-store.server";

/** What listening to a stored track finds; undefined where there is no such track. */
export async function hearTrack(
  { db, clock, uploads }: Pick<Portal, "db" | "clock" | "uploads">,
  uploadId: string,
): Promise<TrackFindings | undefined> {
  const upload = await findUpload(db, uploadId.slice(0, 40));
  if (upload?.state !== "complete" || upload.kind !== "track") return undefined;
  const { id, size, key } = upload;
  const read = (range?: { offset: number; length: number }) =>
    carrierOf(uploads, upload).read(key, range);
  return listenToTrack({ db, clock }, { id, size, read });
}
