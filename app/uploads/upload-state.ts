import type { Probe } from "~/media/probe";

/** What the page knows of one file on its way. Sizes in bytes. */
export interface UploadState {
  slot: string;
  fileName: string;
  size: number;
  /** Bytes that have left the browser; of them only acknowledged parts are sure. */
  sent: number;
  phase: "sending" | "waiting" | "checking" | "stored" | "failed";
  /** Why it waits or has failed, in words. */
  text?: string;
  /** Where its owner can open it, once stored. */
  url?: string;
  uploadId?: string;
  /** Failed tries in a row while there was a connection, and the transport's text for the last. */
  tries?: number;
  cause?: string;
  probe?: Probe;
}

const UNITS = ["bytes", "KB", "MB"] as const;

/** A size in plain words: "40.0 MB". Units of 1,024 as the limits use them. */
export function formatBytes(bytes: number): string {
  const step = bytes >= 1024 * 1024 ? 2 : bytes >= 1024 ? 1 : 0;
  const amount = bytes / 1024 ** step;
  return `${step === 0 ? amount : amount.toFixed(step === 2 ? 1 : 0)} ${UNITS[step]}`;
}

/** The whole percent that is sent; 100 only when all of it is. */
export function percentSent({ sent, size }: Pick<UploadState, "sent" | "size">): number {
  return size === 0 ? 0 : Math.min(100, Math.floor((sent / size) * 100));
}

/** The state of a file in words, for the page and for screen readers. */
export function uploadWords(state: UploadState): string {
  const amount = `${formatBytes(state.sent)} of ${formatBytes(state.size)}`;
  switch (state.phase) {
    case "sending":
      return `Sending: ${amount} (${percentSent(state)}%)`;
    case "waiting":
      return `${state.text ?? "Waiting for the connection."} ${amount} sent so far; the rest follows by itself.`;
    case "checking":
      return "Sent. Checking the file…";
    case "stored":
      return `Uploaded and ready: ${formatBytes(state.size)}`;
    case "failed":
      return state.text ?? "Upload failed";
  }
}
