import { sql } from "drizzle-orm";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { packageName } from "~/domain/review/package/package-files";
import { packageLength, releasePackage } from "~/domain/review/package/release-package.server";
import { releaseCsv, releaseJson } from "~/domain/review/package/release-tables";
import { backendOfUpload } from "~/domain/uploads/receiving/receiving-deps.server";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { requirePackaged } from "../require-submission.server";

const FILES_MISSING =
  "Some files of this submission aren't in storage any more, so there's no whole package to send. Open its page to see which are there.";

/**
 * Streams the package of a submission. HEAD sends and records nothing.
 * @throws Response 404 if there is no such submission, 410 if a file of it is missing.
 */
export async function sendPackage(
  context: AppContext,
  actor: Staff,
  { id, isHead }: { id: string; isHead: boolean },
): Promise<Response> {
  const { clock, uploads, log } = context;
  const { release, files, uploads: rows } = await requirePackaged(context, id, { isHead });
  const backends = new Map(rows.map((upload) => [upload.id, backendOfUpload(uploads, upload)]));
  const findBackend = (uploadId: string) => backends.get(uploadId) ?? uploads.own;
  // Checked first: once the download has begun, it can only be aborted.
  for (const file of files) {
    const size = await findBackend(file.uploadId).size(file.key);
    if (size !== file.size) {
      log("error", "package.failed", { submissionId: id, uploadId: file.uploadId });
      throw refusal(410, FILES_MISSING);
    }
  }
  const folder = packageName(release.form, release.reference);
  const texts = {
    "release.csv": releaseCsv(release, files),
    "release.json": releaseJson(release, files),
  };
  const readFile = (file: { uploadId: string; key: string }) =>
    findBackend(file.uploadId).read(file.key);
  const zip = { folder, files, texts, at: clock() };
  const headers = {
    "Content-Type": "application/zip",
    "Content-Length": String(packageLength(zip)),
    "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(folder)}.zip`,
  };
  if (isHead) return new Response(null, { headers });
  await auditEntryOf(context, actor, { action: "package-downloaded", subject: id })(sql`1`);
  const { body, length } = releasePackage(readFile, zip);
  log("info", "package.sent", { submissionId: id, bytes: length });
  return new Response(body, { headers });
}
