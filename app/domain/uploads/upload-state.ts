import type { Waveform } from "~/domain/media/waveform";
import { formatBytes } from "~/platform/formats/bytes";
import { formatEstimate } from "~/platform/formats/duration";
import type { Advice } from "./advice/advice-shape";
import type { Probe } from "./probe";
import type { SlotConflict } from "./slot-conflict";
import type { UploadKind } from "./upload-kinds";

/** A file that is being sent, as the page knows it. Sizes in bytes. */
export interface UploadState {
  slot: string;
  kind: UploadKind;
  fileName: string;
  size: number;
  /** Acknowledged by the server. */
  stored: number;
  /** Sent and not acknowledged; a cut takes it back. */
  inFlight: number;
  /**
   * `sending` includes queued files, with a `text`. `checking`: the header before sending, or the
   * whole file at the server. `needs-file`: this device does not have the file. `elsewhere`:
   * another tab sends it.
   */
  phase:
    | "sending"
    | "waiting"
    | "paused"
    | "checking"
    | "stored"
    | "failed"
    | "needs-file"
    | "elsewhere";
  text?: string;
  /** Whether a failed file may succeed unchanged. */
  canRetry?: boolean;
  url?: string;
  uploadId?: string;
  /** When it was chosen, in milliseconds since the epoch. */
  chosenAt?: number | undefined;
  /** By which the file is known when it is chosen again. */
  fingerprint?: string | undefined;
  /** Failed tries in a row while online, and the text of the last error. */
  tries?: number;
  cause?: string;
  probe?: Probe;
  /** Current bytes per second, and seconds left at that speed. */
  rate?: number;
  secondsLeft?: number;
  /** What another tab or device has put there since; then the artist has to choose. */
  conflict?: SlotConflict | undefined;
  /** The stored file that it will replace. */
  replaces?: UploadState;
  /** Whether this device has a full copy, to continue after a reload. */
  kept?: boolean;
  /** The preview of a chosen picture; `failed` where this browser cannot show it. */
  preview?: { status: "making" | "failed" } | { status: "made"; src: string };
  advice?: Advice[];
  /** Equal for equal audio; known after analysis. */
  audio?: string;
  waveform?: Waveform;
  /** Integrated, in LUFS. */
  loudness?: number | undefined;
}

/** What changes with every few bytes. */
const PROGRESS = ["stored", "inFlight", "rate", "secondsLeft"] as const;

/** What stays while bytes move. */
export type UploadFacts = Omit<UploadState, (typeof PROGRESS)[number]>;

/** Whether more than its progress changes. */
export function changesFacts(state: UploadState, next: Partial<UploadState>): boolean {
  const keys = Object.keys(next) as (keyof UploadState)[];
  return keys.some((key) => next[key] !== state[key] && !isProgress(key));
}

const isProgress = (key: string) => PROGRESS.some((one) => one === key);

export function isUploadActive({ phase }: Pick<UploadState, "phase">): boolean {
  return phase === "sending" || phase === "waiting" || phase === "checking";
}

/**
 * Whether leaving the page loses bytes of a file: some are unsent, and this device keeps no copy to go on
 * with. Asking before the page is left makes sense only then.
 */
export function losesBytes(state: Pick<UploadState, "phase" | "kept" | "stored" | "size">) {
  const isUnsent = isUploadActive(state) || state.phase === "paused";
  return isUnsent && !state.kept && state.stored < state.size;
}

/** Whether only the name of a file is known, to the server and this device. */
export function needsFile({ phase, uploadId }: Pick<UploadState, "phase" | "uploadId">): boolean {
  return phase === "needs-file" && uploadId === undefined;
}

/** In whole percent; 100 only when the server has all. */
export function percentSent({ stored, size }: Pick<UploadState, "stored" | "size">): number {
  return size === 0 ? 0 : Math.min(100, Math.floor((stored / size) * 100));
}

/** In whole percent with bytes in flight; 100 only when the server has all. */
export function percentInFlight(state: Pick<UploadState, "stored" | "inFlight" | "size">): number {
  const { stored, inFlight, size } = state;
  if (stored >= size) return percentSent(state);
  return Math.min(99, percentSent({ stored: stored + inFlight, size }));
}

/** For example "about 3 minutes left". */
export function timeLeft(seconds: number): string {
  return `${formatEstimate(seconds)} left`;
}

/** A short label; the reason stands beside it. */
export function failureLabel({ canRetry }: Pick<UploadState, "canRetry">): string {
  return canRetry ? "Not sent" : "Not taken";
}

export function uploadStatusText(state: UploadState): string {
  const { size, stored, rate, secondsLeft, text } = state;
  const amount = `${formatBytes(stored)} of ${formatBytes(size)}`;
  switch (state.phase) {
    case "sending": {
      if (text) return text;
      const speed = rate ? `, ${formatBytes(Math.round(rate))}/s` : "";
      const remaining = secondsLeft === undefined ? "" : `, ${timeLeft(secondsLeft)}`;
      return `Sending: ${amount} (${percentSent(state)}%)${speed}${remaining}`;
    }
    case "waiting":
      return `${text ?? "Waiting for connection."} ${amount} sent so far; the rest follows by itself.`;
    case "paused":
      return `Paused. ${amount} is safely stored.`;
    case "checking":
      return stored < size ? "Checking the file…" : "Sent. Checking the file…";
    case "stored":
      return `Uploaded and ready: ${formatBytes(size)}`;
    case "needs-file":
      return stored === 0
        ? "Not sent yet. Choose the same file again to send it."
        : `${amount} is safely stored. Choose the same file again to send the rest.`;
    case "elsewhere":
      return stored === 0
        ? "Another tab is sending this file."
        : `Another tab is sending this file: ${amount} (${percentSent(state)}%).`;
    case "failed":
      return text ?? "Upload failed";
  }
}
