import { eq, inArray, or, sql } from "drizzle-orm";
import { rightsProofs } from "~/domain/artists/artist-tables.server";
import { socialClips } from "~/domain/clips/clip-tables.server";
import type { PackagedFile } from "~/domain/review/package/package-files";
import { submissions } from "~/domain/submission/submission-tables.server";
import {
  backendOfUpload,
  type ReceivingDeps,
} from "~/domain/uploads/receiving/receiving-deps.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { forEachConcurrent } from "~/platform/batching";
import { type Database, textListSql } from "~/platform/database.server";
import {
  clipEndOf,
  createUniqueNames,
  portableName,
  unitsWithin,
} from "~/platform/formats/portable-name.server";
import type { PersonalData } from "./personal-data.server";

export interface ExportedFile extends PackagedFile {
  carrier: string;
}

/** In UTF-16 units; together they must fit the path limit of Windows. */
const ZIP_UNITS = 56;
const FOLDER_UNITS = 30;
const RELEASE_UNITS = 44;
const FILE_UNITS =
  unitsWithin(FOLDER_UNITS, ZIP_UNITS) -
  RELEASE_UNITS -
  "Files/Submissions/".length -
  "/Rights/".length;

export function exportNames({
  brand,
  artistId,
  day,
}: Record<"brand" | "artistId" | "day", string>) {
  const createName = (units: number, suffix: string) =>
    portableName(brand, "Label", { units, suffix });
  return {
    zip: createName(ZIP_UNITS, ` data ${artistId} ${day}`),
    folder: createName(FOLDER_UNITS, ` data ${day}`),
  };
}

const folderPath = (kind: string, title: string, reference: string) => {
  const suffix = ` (${portableName(reference, "release", { units: 20 })})`;
  return `Files/${kind}/${portableName(title, "Untitled", { units: RELEASE_UNITS, suffix })}`;
};

interface FoundFile extends Omit<ExportedFile, "size" | "path"> {
  folder: string;
  name: string;
}

async function findFormFiles(
  db: Database,
  { submissionIds, draftIds }: Pick<PersonalData, "submissionIds" | "draftIds">,
): Promise<FoundFile[]> {
  const isSubmitted = sql`${submissions.id} IN ${textListSql(submissionIds)}`;
  const [uploadRows, clips, proofs] = await db.batch([
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
      .orderBy(uploads.draftId, sql`length(${uploads.slot})`, uploads.slot),
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
      .where(sql`${isSubmitted} AND ${socialClips.key} IS NOT NULL`),
    db
      .select({
        uploadId: rightsProofs.id,
        key: rightsProofs.key,
        name: rightsProofs.fileName,
        sha256: rightsProofs.sha256,
        title: submissions.releaseTitle,
        reference: submissions.reference,
      })
      .from(rightsProofs)
      .innerJoin(submissions, eq(submissions.id, rightsProofs.submissionId))
      .where(isSubmitted)
      .orderBy(rightsProofs.id),
  ]);
  const submissionFolder = (title: string | null, reference: string) =>
    folderPath("Submissions", title ?? "", reference);
  return [
    ...uploadRows.map(({ name, title, reference, draftId, ...file }) => ({
      ...file,
      sha256: file.sha256 ?? undefined,
      name,
      folder: reference
        ? submissionFolder(title, reference)
        : folderPath("Under way", "Submission", draftId.slice(-8)),
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
              folder: `${submissionFolder(title, reference)}/Clips`,
            },
          ],
    ),
    ...proofs.map(({ title, reference, ...file }) => ({
      ...file,
      carrier: "own",
      folder: `${submissionFolder(title, reference)}/Rights`,
    })),
  ];
}

/** Equal paths would overwrite each other when unpacked. */
function assignUniquePaths(files: readonly FoundFile[]): Omit<ExportedFile, "size">[] {
  const names = new Map<string, ReturnType<typeof createUniqueNames>>();
  return files.map(({ folder, name, ...file }) => {
    const uniqueName = names.get(folder) ?? createUniqueNames();
    names.set(folder, uniqueName);
    const extension = clipEndOf(name);
    const stem = name.slice(0, name.length - extension.length);
    const path = `${folder}/${uniqueName(stem, file.uploadId, { units: FILE_UNITS, suffix: extension })}`;
    return { ...file, path };
  });
}

/**
 * Files of a download with their size in the bucket, and the count of missing ones. All are
 * checked first, because a started download can only complete or break off.
 */
export async function filesToExport(
  deps: ReceivingDeps,
  data: PersonalData,
): Promise<{ files: ExportedFile[]; missing: number }> {
  const accountFiles = data.files.map((file) => ({
    ...file,
    uploadId: file.key,
    carrier: "own",
    sha256: undefined,
  }));
  const expectedFiles = [...assignUniquePaths(await findFormFiles(deps.db, data)), ...accountFiles];
  const sizes = new Map<string, number>();
  await forEachConcurrent(expectedFiles, async ({ key, path, carrier }) => {
    const size = await findCarrier(deps, carrier).size(key);
    if (size !== undefined) sizes.set(path, size);
  });
  const files = expectedFiles.flatMap((file) => {
    const size = sizes.get(file.path);
    return size === undefined ? [] : [{ ...file, size }];
  });
  return { files, missing: expectedFiles.length - files.length };
}

export function findCarrier(deps: ReceivingDeps, name: string) {
  return backendOfUpload(deps, { carrier: name === "s3" ? "s3" : "own" });
}
