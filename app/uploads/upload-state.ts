import type { Waveform } from "~/media/waveform";
import { formatBytes } from "~/platform/formats/bytes";
import { formatEstimate } from "~/platform/formats/duration";
import type { Advice } from "~/uploads/advice/advice-shape";
import type { Probe } from "./file-probe";
import type { UploadKind } from "./upload-plan";

/** What the page knows of one file on its way. Sizes in bytes. */
export interface UploadState {
  slot: string;
  kind: UploadKind;
  fileName: string;
  size: number;
  /** What the server has acknowledged. */
  stored: number;
  /** What has left the browser and is not acknowledged yet; a cut takes it back. */
  inFlight: number;
  /**
   * `sending` is told of files in line as well, with a `text`. `checking` comes twice: the header
   * before anything is sent, and the whole file at the server. `needs-file`: this device has
   * none of it, the server part of it or nothing. `elsewhere`: another tab sends it.
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
  /** Why it waits or has failed, in words. */
  text?: string;
  /** Whether a failed file may succeed as it is: it, or what is in it, was not what failed. */
  canRetry?: boolean;
  /** Where its owner can open it, once stored. */
  url?: string;
  uploadId?: string;
  /** Failed tries in a row while there was a connection, and the transport's text for the last. */
  tries?: number;
  cause?: string;
  probe?: Probe;
  /** Bytes per second of late, and seconds until all has left at that speed. */
  rate?: number;
  secondsLeft?: number;
  /** The stored file in whose place it is to come; that stays until this one is stored. */
  replaces?: UploadState;
  /** Whether all of it is kept on this device, so that it goes on by itself after a reload. */
  kept?: boolean;
  /** Of a picture at hand: how this page shows it, small; `failed` where this browser cannot. */
  preview?: { status: "making" | "failed" } | { status: "made"; src: string };
  /** What was found in it, once that is known. */
  advice?: Advice[];
  /** Equal for equal audio, as `findDuplicateAudio` compares it; known once all of it was listened to. */
  audio?: string;
  /** How loud it is over its length; known then too. */
  waveform?: Waveform;
}

/** Phases of a file that this tab has in hand and the server does not have yet. */
export function isUploadActive({ phase }: Pick<UploadState, "phase">): boolean {
  return phase === "sending" || phase === "waiting" || phase === "checking";
}

/** Whether a file is known by its name alone: neither the server nor this device has any of it. */
export function needsFile({ phase, uploadId }: UploadState): boolean {
  return phase === "needs-file" && uploadId === undefined;
}

/** The whole percent that the server has; 100 only when it has all. */
export function percentSent({ stored, size }: Pick<UploadState, "stored" | "size">): number {
  return size === 0 ? 0 : Math.min(100, Math.floor((stored / size) * 100));
}

/** The same with what is under way, for the lighter end of a bar; 100 only when the server has all. */
export function percentInFlight(state: Pick<UploadState, "stored" | "inFlight" | "size">): number {
  const { stored, inFlight, size } = state;
  if (stored >= size) return percentSent(state);
  return Math.min(99, percentSent({ stored: stored + inFlight, size }));
}

/** The time left in plain words: "about 3 minutes left". */
export function timeLeft(seconds: number): string {
  return `${formatEstimate(seconds)} left`;
}

/** That a file has failed, in two words: why stands beside it. */
export function failureLabel({ canRetry }: Pick<UploadState, "canRetry">): string {
  return canRetry ? "Not sent" : "Not taken";
}

/** The state of a file in words, for the page and for screen readers. */
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
