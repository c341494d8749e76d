import type { MirrorFile } from "~/domain/mirror/mirror-plan";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import { objectDigest } from "~/domain/uploads/receiving/stored-object.server";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
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
import {
  type Chunk,
  sendChunk,
  startSession,
  type UploadSessionProgress,
} from "./upload-session.server";

export interface ObjectSource {
  /** Streams a range; undefined if there is no object. */
  read(
    key: string,
    offset: number,
    length: number,
  ): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Hexadecimal MD5 of an object; undefined if there is none. */
  md5(key: string): Promise<string | undefined>;
}

/** Reads objects of the bucket for the cloud drive, from whichever backend stored them. */
export function storedSource({ carrier, own }: Omit<ReceivingDeps, "db">): ObjectSource {
  const backends: StorageBackend[] = own ? [carrier, own] : [carrier];
  return {
    async read(key, offset, length) {
      for (const backend of backends) {
        const stream = await backend.read(key, { offset, length });
        if (stream) return stream;
      }
      return undefined;
    },
    async md5(key) {
      for (const backend of backends) {
        const digest = await objectDigest(backend, "MD5", key);
        if (digest !== undefined) return digest;
      }
      return undefined;
    },
  };
}

export interface MirrorFileDeps {
  db: Database;
  client: DriveClient;
  source: ObjectSource;
  nextLease: () => FileLease;
  isTimeUp: () => boolean;
  /** Called if the folder does not exist; returns the error to throw. */
  onFolderGone: () => Promise<DriveError>;
}

/** `more`: time is up. `missing`: the object is gone. */
export type FileOutcome = "mirrored" | "more" | "missing";

const fileMark = ({ sourceId }: MirrorFile): AppProperty => ({
  key: "portalFile",
  value: sourceId,
});

/** An upload that is gone right after its start may work later; a refusal stays one. */
function toRepeatedGoneError(error: DriveError): DriveError {
  if (error.status !== 404 && error.status !== 410) return error;
  return new DriveError("SESSION_GONE", "The drive has forgotten the upload twice.", false);
}

/** Uploads a claimed file, continuing an earlier run. */
export class FileMirror {
  constructor(
    private readonly deps: MirrorFileDeps,
    private readonly file: MirrorFile,
    private readonly parentId: string,
    private readonly row: DriveFileRow,
  ) {}

  /** @throws DriveError */
  async run(): Promise<FileOutcome> {
    const { source, isTimeUp } = this.deps;
    // The hash needs a separate pass: a run that continues an upload has not seen the first bytes, and
    // the runtime cannot store the state of a hash.
    if (this.row.md5 === null) {
      const md5 = await source.md5(this.file.key);
      if (md5 === undefined) return "missing";
      await this.save({ md5 });
    }
    if (isTimeUp()) return "more";
    if (this.row.sessionUri === null) {
      if (await this.findMirrored()) return "mirrored";
      await this.startUpload();
      return this.sendChunks({ kind: "received", bytes: 0 });
    }
    return this.sendChunks(await this.sendToSession({ offset: 0, length: 0 }));
  }

  private async save(progress: Parameters<typeof saveProgress>[3]): Promise<void> {
    const { db, nextLease } = this.deps;
    await saveProgress(db, this.file.sourceId, nextLease(), progress);
    Object.assign(this.row, progress);
  }

  private sendToSession(chunk: Chunk): Promise<UploadSessionProgress> {
    const { sessionUri } = this.row;
    if (sessionUri === null) throw new Error("There is no upload to send to");
    return sendChunk(this.deps.client, sessionUri, chunk, this.file.size);
  }

  /** An earlier run may have finished without storing that. */
  private async findMirrored(): Promise<boolean> {
    const { client } = this.deps;
    const driveFile = await findByProperty(client, fileMark(this.file));
    if (!driveFile) return false;
    if (this.isIntact(driveFile)) {
      await this.save({ driveId: driveFile.id, offset: this.file.size });
      return true;
    }
    await removeFile(client, driveFile.id);
    return false;
  }

  private async startUpload(): Promise<void> {
    const { client, onFolderGone } = this.deps;
    const { name, description, contentType: mimeType, size } = this.file;
    const { parentId } = this;
    const fileFields = { name, description, mimeType, size, parentId, mark: fileMark(this.file) };
    try {
      await this.save({ sessionUri: await startSession(client, fileFields), offset: 0 });
    } catch (error) {
      if (!(error instanceof DriveError) || error.status !== 404) throw error;
      throw await onFolderGone();
    }
  }

  private async sendChunks(start: UploadSessionProgress): Promise<FileOutcome> {
    const { client, source, isTimeUp } = this.deps;
    const { key, size } = this.file;
    let progress = start;
    let chunkSize = FIRST_CHUNK;
    let hasRestarted = false;
    let isStuck = false;
    for (;;) {
      if (progress.kind === "complete") return this.finish(progress.fileId);
      if (progress.kind === "gone") {
        await this.save({ sessionUri: null, offset: 0 });
        if (hasRestarted) throw toRepeatedGoneError(progress.error);
        hasRestarted = true;
        if (await this.findMirrored()) return "mirrored";
        await this.startUpload();
        progress = { kind: "received", bytes: 0 };
      }
      if (isTimeUp()) return "more";
      const offset = progress.bytes;
      const length = Math.min(chunkSize, size - offset);
      // Nothing is left of an empty file, or of a complete one that the drive has not confirmed.
      const body = length === 0 ? undefined : await source.read(key, offset, length);
      if (length > 0 && body === undefined) return "missing";
      const startedAt = client.clock().getTime();
      progress = await this.sendToSession({ offset, length, body });
      chunkSize = nextChunkSize(chunkSize, client.clock().getTime() - startedAt);
      if (progress.kind !== "received") continue;
      // Fail only when nothing was received twice in a row.
      if (progress.bytes <= offset && isStuck)
        throw new DriveError("NO_PROGRESS", "The drive keeps nothing of what is sent.", false);
      isStuck = progress.bytes <= offset;
      await this.save({ offset: progress.bytes });
    }
  }

  private isIntact({ size, md5Checksum }: DriveFile): boolean {
    return size === this.file.size && md5Checksum === this.row.md5;
  }

  private async finish(fileId: string): Promise<FileOutcome> {
    const { client } = this.deps;
    let code = "GONE_AGAIN";
    try {
      if (this.isIntact(await readFile(client, fileId))) {
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
