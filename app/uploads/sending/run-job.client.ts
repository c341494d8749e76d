import { browserWorld } from "./browser-world.client";
import type { FileJob, Report, Unreported } from "./file-job.client";
import { sha256Of } from "./first-look.client";
import type { openLine, Turn } from "./in-line";
import type { Source } from "./intake-desk.client";
import { keepTrying } from "./keep-trying.client";
import type { KeptUpload } from "./kept-uploads";
import { amend, keptIn } from "./kept-uploads.client";
import { RefusedError } from "./label-answer.client";
import { type StoredPart, statusCall } from "./label-calls.client";
import { MOST_LANES } from "./lanes";
import { change, type Entry } from "./upload-table.client";

const IN_LINE = "In line: it follows the file before it.";

/**
 * Where a file's bytes are from. `copy`: those that were kept on an earlier visit. `none`: this
 * device has none, and the label should have them all.
 */
export type Origin = "file" | "copy" | "none";

/** What is remembered of a file, before it is. */
export type ToKeep = Omit<KeptUpload, "at">;

/** Remembers which parts of an upload lie in storage unreported, also over a reload. */
export function openUnreported(kept: ToKeep): (uploadId: string) => Unreported {
  let of = kept.uploadId;
  let parts: readonly StoredPart[] = kept.unreported;
  return (uploadId) => ({
    read: () => (of === uploadId ? parts : []),
    write(next) {
      of = uploadId;
      parts = next;
      amend(kept, { unreported: [...next] });
    },
  });
}

interface RunOfFile {
  entry: Entry;
  kept: ToKeep;
  origin: Origin;
  partSize: number;
  resumes: boolean;
  source: Source;
  unreported: FileJob["unreported"];
  /** Told of the file's turn when it comes. */
  onTurn(turn: Turn): void;
}

/** What sending a file needs of the tab. */
export function jobOf(
  { entry, kept, origin, partSize, resumes, source, unreported, onTurn }: RunOfFile,
  line: ReturnType<typeof openLine>,
): FileJob {
  const { fileName, size, type, kind, slot, fingerprint } = kept;
  return {
    file: { fileName, size, type, kind, slot, fingerprint },
    partSize,
    resumes,
    bytes: source.bytes,
    recover: source.recover,
    sha256: () => sha256Of(source.bytes()),
    async hashes(wanted) {
      const read = origin === "none" ? undefined : await source.hashes(wanted);
      return read && { sha256: read.sha256, partSha256: read.partSha256 };
    },
    async turn(signal) {
      const waits = () => change(entry, { phase: "sending", text: IN_LINE });
      const turn = await line.turn(size, signal, waits);
      onTurn(turn);
      change(entry, { text: undefined });
      return turn.end;
    },
    lanes: () => MOST_LANES + 1 - line.sending(),
    unreported,
  };
}

/**
 * Whether the tab that sent a file before this one has seen to its end: forgotten here and gone at
 * the label, it is not to be begun anew.
 */
export async function isOver(kept: ToKeep, signal: AbortSignal, report: Report): Promise<boolean> {
  const now = keptIn(kept.draftId, kept.slot);
  const uploadId = now?.uploadId ?? kept.uploadId;
  if (!uploadId) return !now;
  try {
    const ask = () => statusCall(browserWorld.transport, uploadId, signal);
    await keepTrying(browserWorld, signal, report, ask);
    return false;
  } catch (error) {
    if (error instanceof RefusedError) return true;
    throw error;
  }
}
