import type { RecordedTrack, ReleaseForm, StoredFile } from "~/submission/record/release-form";
import { BoardError } from "./board-error.server";
import type { BoardPart } from "./board-parts.server";
import { type ColumnMap, type FileField, fileFields } from "./column-map";
import type { BoardDeps } from "./ensure-item.server";
import { addFile, FILE_LIMIT, type FixedLengthPipe, findFile } from "./file-column.server";

/** Opens a file in the bucket; undefined when it is not there. */
export type OpenFile = (key: string) => Promise<ReadableStream<Uint8Array> | undefined>;

interface FilePlan {
  columnId: string;
  file: StoredFile;
  /** What it is called on the board: its place in the release, then its own name. */
  name: string;
}

const trackOf = ({ tracks }: ReleaseForm, is: (track: RecordedTrack) => boolean) =>
  `Track ${tracks.findIndex(is) + 1}`;

function nameOf({ kind, uploadId, fileName }: StoredFile, form: ReleaseForm): string {
  if (kind === "artwork") return `Artwork - ${fileName}`;
  if (kind === "track")
    return `${trackOf(form, (track) => track.uploadId === uploadId)} - ${fileName}`;
  return `${trackOf(form, (one) => one.customArtworkUploadId === uploadId)} artwork - ${fileName}`;
}

const belongs: Record<FileField, (file: StoredFile, form: ReleaseForm) => boolean> = {
  audioFiles: ({ kind }) => kind === "track",
  audioLink: ({ uploadId }, { tracks }) =>
    tracks.find((track) => track.uploadId)?.uploadId === uploadId,
  artworkLink: ({ kind }) => kind === "artwork",
  trackArtwork: ({ kind }) => kind === "custom-artwork",
};

/** The files that go into columns of type `file`; none unless the column map says so. */
export function filesToSync(
  { form, files }: { form: ReleaseForm; files: readonly StoredFile[] },
  columns: ColumnMap,
): FilePlan[] {
  return fileFields
    .filter((field) => columns[field].type === "file")
    .flatMap((field) =>
      files
        .filter((file) => file.size <= FILE_LIMIT && belongs[field](file, form))
        .map((file) => ({ columnId: columns[field].id, file, name: nameOf(file, form) })),
    );
}

interface FileSync extends BoardDeps {
  itemId: string;
  submissionId: string;
  open: OpenFile;
  pipe: FixedLengthPipe;
  done: ReadonlyMap<string, BoardPart>;
  store: (part: string, value: BoardPart) => Promise<void>;
  /** Whether there is time for another file in this turn. */
  mayGoOn: () => Promise<boolean>;
}

/**
 * Puts the files that are not there yet into their columns, each once: remembered when it is there,
 * and looked for on the board before it is sent.
 * @returns whether all are there; false when the turn has ended before.
 * @throws BoardError, also for a file that is not in the bucket, after all others.
 */
export async function syncFiles(sync: FileSync, plans: readonly FilePlan[]): Promise<boolean> {
  const { monday, itemId, open, pipe, done, store } = sync;
  const missing: string[] = [];
  for (const { columnId, file, name } of plans) {
    const part = `file:${columnId}:${file.uploadId}`;
    if (done.has(part)) continue;
    if (!(await sync.mayGoOn())) return false;
    const { size, contentType } = file;
    let remoteId = await findFile(monday, { itemId, columnId }, { name, size });
    if (remoteId === undefined) {
      const bytes = await open(file.key);
      if (!bytes) {
        missing.push(name);
        continue;
      }
      const to = { itemId, columnId, idempotencyKey: `${sync.submissionId}:${part}` };
      remoteId = await addFile(monday, to, { name, contentType, size, bytes }, pipe);
    }
    await store(part, { remoteId, hash: file.uploadId });
  }
  if (missing.length === 0) return true;
  throw new BoardError("FILE_MISSING", `Not in the bucket: ${missing.join(", ")}`, {
    permanent: true,
  });
}
