import type { OpenFile } from "~/domain/board/board";
import type {
  RecordedTrack,
  ReleaseForm,
  StoredFile,
} from "~/domain/submission/record/release-form";
import type { BoardPart } from "./board-parts.server";
import { type ColumnMap, type FileField, fileFields } from "./column-map";
import type { BoardDeps } from "./ensure-item.server";
import {
  addFile,
  FILE_LIMIT,
  type FindFile,
  type FixedLengthPipe,
  readFiles,
} from "./file-column.server";
import { MondayError } from "./monday-error.server";

interface FilePlan {
  columnId: string;
  file: StoredFile;
  /** Name on the board: position in the release, then file name. */
  name: string;
}

const trackLabel = ({ tracks }: ReleaseForm, predicate: (track: RecordedTrack) => boolean) =>
  `Track ${tracks.findIndex(predicate) + 1}`;

function fileLabel({ kind, uploadId, fileName }: StoredFile, form: ReleaseForm): string {
  if (kind === "artwork") return `Artwork - ${fileName}`;
  if (kind === "track")
    return `${trackLabel(form, (track) => track.uploadId === uploadId)} - ${fileName}`;
  return `${trackLabel(form, (track) => track.customArtworkUploadId === uploadId)} artwork - ${fileName}`;
}

const fieldFilters: Record<FileField, (file: StoredFile, form: ReleaseForm) => boolean> = {
  audioFiles: ({ kind }) => kind === "track",
  audioLink: ({ uploadId }, { tracks }) =>
    tracks.find((track) => track.uploadId)?.uploadId === uploadId,
  artworkLink: ({ kind }) => kind === "artwork",
  trackArtwork: ({ kind }) => kind === "custom-artwork",
};

/** Files for columns of type `file`. */
export function filesToSync(
  { form, files }: { form: ReleaseForm; files: readonly StoredFile[] },
  columns: ColumnMap,
): FilePlan[] {
  return fileFields
    .filter((field) => columns[field].type === "file")
    .flatMap((field) =>
      files
        .filter((file) => file.size <= FILE_LIMIT && fieldFilters[field](file, form))
        .map((file) => ({ columnId: columns[field].id, file, name: fileLabel(file, form) })),
    );
}

interface FileSync extends BoardDeps {
  itemId: string;
  submissionId: string;
  open: OpenFile;
  pipe: FixedLengthPipe;
  syncedParts: ReadonlyMap<string, BoardPart>;
  store: (part: string, value: BoardPart) => Promise<void>;
  /** Whether no earlier run can have sent files. */
  isFirstTry: (part: string) => Promise<boolean>;
  /** Whether there is time for another file. */
  canContinue: () => Promise<boolean>;
}

/**
 * Uploads missing files, each once: recorded when done, and searched on the board before, unless they
 * cannot be there yet.
 * @returns whether all are done; false if time is up.
 * @throws MondayError, also for a missing file, after all others.
 */
export async function syncFiles(sync: FileSync, plans: readonly FilePlan[]): Promise<boolean> {
  const { monday, itemId, open, pipe, syncedParts, store } = sync;
  const partOf = ({ columnId, file }: FilePlan) => `file:${columnId}:${file.uploadId}`;
  const openPlans = plans.filter((plan) => !syncedParts.has(partOf(plan)));
  if (openPlans.length === 0) return true;
  const columnIds = [...new Set(openPlans.map(({ columnId }) => columnId))];
  const find: FindFile = (await sync.isFirstTry("files"))
    ? () => undefined
    : await readFiles(monday, itemId, columnIds);
  const missing: string[] = [];
  for (const plan of openPlans) {
    const { columnId, file, name } = plan;
    const part = partOf(plan);
    if (!(await sync.canContinue())) return false;
    const { size, contentType } = file;
    let remoteId = find(columnId, { name, size });
    if (remoteId === undefined) {
      const bytes = await open(file.key);
      if (!bytes) {
        missing.push(name);
        continue;
      }
      const target = { itemId, columnId, idempotencyKey: `${sync.submissionId}:${part}` };
      remoteId = await addFile(monday, target, { name, contentType, size, bytes }, pipe);
    }
    await store(part, { remoteId, hash: file.uploadId });
  }
  if (missing.length === 0) return true;
  throw new MondayError("FILE_MISSING", `Not in the bucket: ${missing.join(", ")}`, {
    permanent: true,
  });
}
