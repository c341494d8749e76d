import { type AuditEntryDeps, auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import {
  analyzeTrack,
  type TrackFindings,
  TrackMissingError,
} from "~/domain/review/track-findings.server";
import { backendOfUpload } from "~/domain/uploads/receiving/receiving-deps.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";

/**
 * Analyzes a stored track; undefined if there is no such track in storage. The first analysis is recorded in the audit
 * log.
 */
export async function analyzeStoredTrack(
  context: AuditEntryDeps & Pick<AppContext, "uploads">,
  actor: Staff,
  uploadId: string,
): Promise<TrackFindings | undefined> {
  const { db, clock, uploads } = context;
  const upload = await findUpload(db, uploadId.slice(0, 40));
  if (upload?.state !== "complete" || upload.kind !== "track") return undefined;
  const { id, origin, size, key } = upload;
  const read = (range?: { offset: number; length: number }) =>
    backendOfUpload(uploads, upload).read(key, range);
  const auditStatement = auditEntryOf(context, actor, { action: "track-measured", subject: id });
  try {
    return await analyzeTrack({ db, clock }, { id, origin, size, read }, { auditStatement });
  } catch (error) {
    if (error instanceof TrackMissingError) return undefined;
    throw error;
  }
}
