import type { UploadKind } from "../upload-plan";
import type { UploadState } from "../upload-state";

/** What the server is told of a file before it comes. */
export interface UploadMetadata {
  /** Of the tab that sends it: another may have opened another one in this browser since. */
  draftId: string;
  fileName: string;
  size: number;
  type: string;
  kind: UploadKind;
  slot: string;
  fingerprint: string;
  /** Names this choice of the artist, so that it may be announced again. */
  choice: string;
  /** This tab's choices before it whose answers were not heard. */
  ownChoices: readonly string[];
}

/** The version of the slot that the artist was shown, or that this choice has made. */
interface SlotVersion {
  read(): number;
  write(version: number): void;
}

/** The SHA-256 of a file and of each of its parts, in hexadecimal digits. */
export interface Hashes {
  sha256: string;
  partSha256: string[];
}

/** A part that went straight to storage, which only the browser knows of. */
export interface StoredPart {
  number: number;
  etag: string;
}

/** Parts that went straight to storage and that the server does not know of yet. */
export interface UnreportedParts {
  read(): readonly StoredPart[];
  write(parts: readonly StoredPart[]): void;
}

/** One file, with what sending it needs. */
export interface FileJob {
  file: UploadMetadata;
  /** The part size to ask for, in bytes. */
  partSize: number;
  /** Whether the server may have parts of it already, so that it goes in parts whatever its size. */
  resumes: boolean;
  /** The bytes of the file, from where they are read by now. */
  bytes(): Blob;
  /** Goes over to the copy kept on this device. @returns false when there is none. */
  recover(): Promise<boolean>;
  /** SHA-256 of a small file at once, in hexadecimal digits. @throws FileChangedError */
  sha256(): Promise<string>;
  /** Resolves when the whole file was read; with nothing where it could not be hashed. */
  hashes(partSize: number): Promise<Hashes | undefined>;
  /** SHA-256 of all of it, where that is known by now. */
  sha256Known(): string | undefined;
  version: SlotVersion;
  /** The upload that the server has all of, where this device has no bytes: it is only finished. */
  arrived?: string;
  /** Waits until this file may send. @returns what ends its turn; calling it again is harmless. */
  turn(signal: AbortSignal): Promise<() => void>;
  /** Parts of an upload that went straight to storage; kept over a reload. */
  unreported(uploadId: string): UnreportedParts;
}

/** A file the server has, whole and judged. */
export interface StoredFile {
  uploadId: string;
  url: string;
}

/** For a file that cannot be read (specification, wizard, section 5, "Audio file"). */
const UNREADABLE = "Failed to process file";

/** The file at hand is not the one that was chosen. */
export class FileChangedError extends Error {
  override readonly name = "FileChangedError";
  override readonly message =
    `${UNREADABLE}. It has changed or moved on your device since you chose it. Choose it again and it's sent from the start.`;
}

/** Tells what has changed. */
export type Report = (change: Partial<UploadState>) => void;

/** What changes with every tick; nobody reads it that fast. */
const TICKING = new Set<string>(["inFlight", "rate", "secondsLeft"]);
const TICK_MS = 250;

/**
 * Passes on at once what matters, and ticking numbers four times a second at most: every report
 * draws the page anew.
 */
export function throttleReports(report: Report, now: () => number): Report {
  let lastState: Record<string, unknown> = {};
  let delayedChange: Partial<UploadState> = {};
  let at = Number.NEGATIVE_INFINITY;
  return (change) => {
    delayedChange = { ...delayedChange, ...change };
    const news = Object.entries(change).some(
      ([key, value]) => !TICKING.has(key) && lastState[key] !== value,
    );
    if (!news && now() - at < TICK_MS) return;
    at = now();
    lastState = { ...lastState, ...delayedChange };
    report(delayedChange);
    delayedChange = {};
  };
}
