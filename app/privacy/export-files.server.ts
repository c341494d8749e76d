import { eq, inArray, or, sql } from "drizzle-orm";
import { socialClips } from "~/clips/clip-tables.server";
import { forEachConcurrent } from "~/platform/batching";
import { type Database, textListSql } from "~/platform/database.server";
import {
  clipEndOf,
  createUniqueNames,
  portableName,
  unitsWithin,
} from "~/platform/formats/portable-name.server";
import type { PackagedFile } from "~/staff/package/package-files";
import { submissions } from "~/submission/submission-tables.server";
import { backendOfUpload, type ReceivingDeps } from "~/uploads/receiving/receiving-deps.server";
import { uploads } from "~/uploads/receiving/upload-tables.server";
import type { PersonalData } from "./personal-data.server";

/** A file of the download, and the carrier that has it. */
export interface ExportedFile extends PackagedFile {
  carrier: string;
}

/** UTF-16 units of the names in a download, which share what a path may have. */
const ZIP_UNITS = 56;
const FOLDER_UNITS = 30;
const RELEASE_UNITS = 44;
const FILE_UNITS =
  unitsWithin(FOLDER_UNITS, ZIP_UNITS) -
  RELEASE_UNITS -
  "Files/Submissions/".length -
  "/Clips/".length;

/** What a download is called, and the one folder in it, which is shorter. */
export function exportNames({
  brand,
  artistId,
  day,
}: Record<"brand" | "artistId" | "day", string>) {
  const named = (units: number, end: string) =>
    portableName(brand, "Label", { units, suffix: end });
  return {
    zip: named(ZIP_UNITS, ` data ${artistId} ${day}`),
    folder: named(FOLDER_UNITS, ` data ${day}`),
  };
}

/** A folder's name that nobody else's release has, of what people call it. */
const folderOf = (kind: string, title: string, about: string) => {
  const end = ` (${portableName(about, "release", { units: 20 })})`;
  return `Files/${kind}/${portableName(title, "Untitled", { units: RELEASE_UNITS, suffix: end })}`;
};

/** A file before it has a name of its own in its folder. */
interface FoundFile extends Omit<ExportedFile, "size" | "path"> {
  folder: string;
  name: string;
}

/** Where the files lie that artists have sent us, and what was made of them. */
async function filesOfForms(
  db: Database,
  { submissionIds, draftIds }: Pick<PersonalData, "submissionIds" | "draftIds">,
): Promise<FoundFile[]> {
  const ofSent = sql`${submissions.id} IN ${textListSql(submissionIds)}`;
  const [uploadRows, clips] = await db.batch([
    db
      .select({
        uploadId: uploads.id,
        key: uploads.key,
        carrier: uploads.carrier,
        name: uploads.fileName,
        sha256: uploads.sha256,
        draftId: uploads.draftId,
        title: submissions.releaseTitle,
        reference: submissions.reference,
      })
      .from(uploads)
      .leftJoin(submissions, eq(submissions.draftId, uploads.draftId))
      .where(
        sql`${uploads.state} = 'complete' AND ${or(
          sql`${uploads.draftId} IN (SELECT sent.draft_id FROM submissions AS sent WHERE sent.id IN ${textListSql(submissionIds)})`,
          inArray(uploads.draftId, textListSql(draftIds)),
        )}`,
      )
      .orderBy(uploads.draftId, uploads.slot),
    db
      .select({
        uploadId: socialClips.uploadId,
        key: socialClips.key,
        name: socialClips.fileName,
        sha256: socialClips.sha256,
        carrier: uploads.carrier,
        title: submissions.releaseTitle,
        reference: submissions.reference,
      })
      .from(socialClips)
      .innerJoin(submissions, eq(submissions.id, socialClips.submissionId))
      .leftJoin(uploads, eq(uploads.id, socialClips.uploadId))
      .where(sql`${ofSent} AND ${socialClips.key} IS NOT NULL`),
  ]);
  const of = (title: string | null, reference: string) =>
    folderOf("Submissions", title ?? "", reference);
  return [
    ...uploadRows.map(({ name, title, reference, draftId, ...file }) => ({
      ...file,
      sha256: file.sha256 ?? undefined,
      name,
      folder: reference
        ? of(title, reference)
        : folderOf("Under way", "Submission", draftId.slice(-8)),
    })),
    ...clips.flatMap(({ name, title, reference, key, carrier, ...file }) =>
      key === null
        ? []
        : [
            {
              ...file,
              key,
              carrier: carrier ?? "own",
              sha256: file.sha256 ?? undefined,
              name,
              folder: `${of(title, reference)}/Clips`,
            },
          ],
    ),
  ];
}

/** The same path twice would be one file when it is unpacked. */
function withOwnPaths(files: readonly FoundFile[]): Omit<ExportedFile, "size">[] {
  const names = new Map<string, ReturnType<typeof createUniqueNames>>();
  return files.map(({ folder, name, ...file }) => {
    const ownName = names.get(folder) ?? createUniqueNames();
    names.set(folder, ownName);
    const end = clipEndOf(name);
    const stem = name.slice(0, name.length - end.length);
    const path = `${folder}/${ownName(stem, file.uploadId, { units: FILE_UNITS, suffix: end })}`;
    return { ...file, path };
  });
}

/**
 * The files of a download that are there, with what the bucket says of their size, and how many are
 * not any more: a download can only be right or broken off, so all are looked for first.
 */
export async function filesToExport(
  deps: ReceivingDeps,
  data: PersonalData,
): Promise<{ files: ExportedFile[]; missing: number }> {
  const own = data.files.map((file) => ({
    ...file,
    uploadId: file.key,
    carrier: "own",
    sha256: undefined,
  }));
  const all = [...withOwnPaths(await filesOfForms(deps.db, data)), ...own];
  const sizes = new Map<string, number>();
  await forEachConcurrent(all, async ({ key, path, carrier }) => {
    const size = await findCarrier(deps, carrier).size(key);
    if (size !== undefined) sizes.set(path, size);
  });
  const files = all.flatMap((file) => {
    const size = sizes.get(file.path);
    return size === undefined ? [] : [{ ...file, size }];
  });
  return { files, missing: all.length - files.length };
}

/** The carrier of a stored file. */
export function findCarrier(deps: ReceivingDeps, name: string) {
  return backendOfUpload(deps, { carrier: name === "s3" ? "s3" : "own" });
}
