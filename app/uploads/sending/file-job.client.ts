import type { UploadState } from "../upload-state";
import type { Announcement, Hashes, StoredPart } from "./label-calls.client";
import type { Transport } from "./transport";

/** The browser, as far as sending needs it. */
export interface UploadWorld {
  transport: Transport;
  /** Milliseconds on any clock that goes on evenly. */
  now(): number;
  /** Waits; at most until `signal` aborts. @returns whether it was cut short: try now. */
  pause(ms: number, signal: AbortSignal): Promise<boolean>;
  online(): boolean;
  /** In [0, 1). */
  random(): number;
}

/** Parts that went straight to storage and that the label does not know of yet. */
export interface Unreported {
  read(): readonly StoredPart[];
  write(parts: readonly StoredPart[]): void;
}

/** One file, with what sending it needs. */
export interface FileJob {
  file: Announcement;
  /** The part size to ask for, in bytes. */
  partSize: number;
  /** Whether the label may have parts of it already, so that it goes in parts whatever its size. */
  resumes: boolean;
  /** The bytes of the file, from where they are read by now. */
  bytes(): Blob;
  /** Goes over to the copy kept on this device. @returns false when there is none. */
  recover(): Promise<boolean>;
  /** SHA-256 of a small file at once, in hexadecimal digits. @throws ChangedError */
  sha256(): Promise<string>;
  /** Resolves when the whole file was read; with nothing where it could not be hashed. */
  hashes(partSize: number): Promise<Hashes | undefined>;
  /** Waits until this file may send. @returns what ends its turn; calling it again is harmless. */
  turn(signal: AbortSignal): Promise<() => void>;
  /** How many requests it may have sending, with what other files have. */
  lanes(): number;
  /** Parts of an upload that went straight to storage; kept over a reload. */
  unreported(uploadId: string): Unreported;
}

/** Tells what has changed. */
export type Report = (change: Partial<UploadState>) => void;

/** The file at hand is not the one that was chosen. */
export class ChangedError extends Error {
  override readonly name = "ChangedError";
  override readonly message =
    "This file has changed or moved on your device since you chose it. Choose it again; what was sent of the other version is dropped.";
}

/** Whether bytes can be read: a file that has changed on disk gives none any more. */
export async function canRead(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
