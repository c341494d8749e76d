import type { Database } from "~/platform/database.server";
import { FIRST_CHUNK, nextChunkSize } from "./byte-range";
import {
  type AppProperty,
  type DriveClient,
  findByProperty,
  readFile,
  removeFile,
} from "./drive-client.server";
import { DriveError } from "./drive-error.server";
import type { DriveFile } from "./drive-replies";
import { type DriveFileRow, type FileLease, saveProgress } from "./file-store.server";
import type { MirrorFile } from "./mirror-plan";
import {
  type Chunk,
  sendChunk,
  startSession,
  type UploadSessionProgress,
} from "./upload-session.server";

/** The objects of the bucket, as the mirror reads them. */
export interface ObjectSource {
  /** So many bytes from an offset, as the bucket streams them; undefined when there is no object. */
  read(
    key: string,
    offset: number,
    length: number,
  ): Promise<ReadableStream<Uint8Array> | undefined>;
  /** MD5 of a whole object in hexadecimal digits; undefined when there is none. */
  md5(key: string): Promise<string | undefined>;
}

export interface MirrorFileDeps {
  db: Database;
  client: DriveClient;
  source: ObjectSource;
  /** A hold on the file from now on. */
  hold: () => FileLease;
  /** Whether there is no time left to begin another step. */
  timeIsUp: () => boolean;
  /** Called when the drive does not know the folder any more; answers the error to end with. */
  folderGone: () => Promise<DriveError>;
}

/** `more`: time is up, go on later. `missing`: the bucket does not hold the object any more. */
export type FileOutcome = "mirrored" | "more" | "missing";

const markOf = ({ sourceId }: MirrorFile): AppProperty => ({ key: "portalFile", value: sourceId });

/** A drive that forgets an upload as soon as it has begun may know better later; a refusal stays one. */
function goneAgain(error: DriveError): DriveError {
  if (error.status !== 404 && error.status !== 410) return error;
  return new DriveError("SESSION_GONE", "The drive has forgotten the upload twice.", false);
}

/** Sends one file that this run holds, from where an earlier run has left it. */
export class FileMirror {
  constructor(
    private readonly deps: MirrorFileDeps,
    private readonly file: MirrorFile,
    private readonly parentId: string,
    private readonly row: DriveFileRow,
  ) {}

  /** @throws DriveError */
  async run(): Promise<FileOutcome> {
    const { source, timeIsUp } = this.deps;
    // The hash is taken in a pass of its own, before a byte is sent: a run that goes on with
    // another's upload has not seen the first bytes, and no hash of the runtime can be stored half
    // done. It reads from the bucket, which is near, and runs as native code.
    if (this.row.md5 === null) {
      const md5 = await source.md5(this.file.key);
      if (md5 === undefined) return "missing";
      await this.save({ md5 });
    }
    if (timeIsUp()) return "more";
    if (this.row.sessionUri === null) {
      if (await this.isThere()) return "mirrored";
      await this.begin();
      return this.send({ kind: "kept", bytes: 0 });
    }
    return this.send(await this.put({ offset: 0, length: 0 }));
  }

  private async save(progress: Parameters<typeof saveProgress>[3]): Promise<void> {
    const { db, hold } = this.deps;
    await saveProgress(db, this.file.sourceId, hold(), progress);
    Object.assign(this.row, progress);
  }

  private put(chunk: Chunk): Promise<UploadSessionProgress> {
    const { sessionUri } = this.row;
    if (sessionUri === null) throw new Error("There is no upload to send to");
    return sendChunk(this.deps.client, sessionUri, chunk, this.file.size);
  }

  /** An earlier run may have finished it and died before it could store that. */
  private async isThere(): Promise<boolean> {
    const { client } = this.deps;
    const driveFile = await findByProperty(client, markOf(this.file));
    if (!driveFile) return false;
    if (this.isRight(driveFile)) {
      await this.save({ driveId: driveFile.id, offset: this.file.size });
      return true;
    }
    await removeFile(client, driveFile.id);
    return false;
  }

  private async begin(): Promise<void> {
    const { client, folderGone } = this.deps;
    const { name, description, contentType: mimeType, size } = this.file;
    const { parentId } = this;
    const fileFacts = { name, description, mimeType, size, parentId, mark: markOf(this.file) };
    try {
      await this.save({ sessionUri: await startSession(client, fileFacts), offset: 0 });
    } catch (error) {
      if (!(error instanceof DriveError) || error.status !== 404) throw error;
      throw await folderGone();
    }
  }

  private async send(from: UploadSessionProgress): Promise<FileOutcome> {
    const { client, source, timeIsUp } = this.deps;
    const { key, size } = this.file;
    let at = from;
    let chunkSize = FIRST_CHUNK;
    let begunAnew = false;
    let stuck = false;
    for (;;) {
      if (at.kind === "complete") return this.finish(at.fileId);
      if (at.kind === "gone") {
        await this.save({ sessionUri: null, offset: 0 });
        if (begunAnew) throw goneAgain(at.error);
        begunAnew = true;
        if (await this.isThere()) return "mirrored";
        await this.begin();
        at = { kind: "kept", bytes: 0 };
      }
      if (timeIsUp()) return "more";
      const offset = at.bytes;
      const length = Math.min(chunkSize, size - offset);
      // Nothing is left to send of an empty file, or of one whose end the drive has not told of.
      const body = length === 0 ? undefined : await source.read(key, offset, length);
      if (length > 0 && body === undefined) return "missing";
      const startedAt = client.clock().getTime();
      at = await this.put({ offset, length, body });
      chunkSize = nextChunkSize(chunkSize, client.clock().getTime() - startedAt);
      if (at.kind !== "kept") continue;
      // Once may be the drive's hiccup; a drive that keeps nothing twice is asked again later.
      if (at.bytes <= offset && stuck)
        throw new DriveError("NO_PROGRESS", "The drive keeps nothing of what is sent.", false);
      stuck = at.bytes <= offset;
      await this.save({ offset: at.bytes });
    }
  }

  private isRight({ size, md5Checksum }: DriveFile): boolean {
    return size === this.file.size && md5Checksum === this.row.md5;
  }

  private async finish(fileId: string): Promise<FileOutcome> {
    const { client } = this.deps;
    let code = "GONE_AGAIN";
    try {
      if (this.isRight(await readFile(client, fileId))) {
        await this.save({ driveId: fileId, offset: this.file.size });
        return "mirrored";
      }
      code = "MD5_MISMATCH";
      await removeFile(client, fileId);
    } catch (error) {
      if (!(error instanceof DriveError) || error.status !== 404) throw error;
    }
    await this.save({ md5: null, sessionUri: null, offset: 0 });
    throw new DriveError(code, "What the drive holds is not what was sent.", false);
  }
}
