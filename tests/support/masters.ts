import { fingerprintOf } from "~/uploads/sending/ingest-file.client";
import { wavBytes } from "../fixtures/wav";

/** Digital silence at either end: more than the fingerprint reads of it. */
const SILENT_BYTES = 80 * 1024;
const HEADER_BYTES = 44;

/**
 * A master of a track as it is exported each time: the same length, silent ends, other sound between.
 * @param audio bytes of sound.
 */
export function renderMaster(audio: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = wavBytes({ bytes: audio, seed });
  bytes.fill(0, HEADER_BYTES, SILENT_BYTES);
  bytes.fill(0, bytes.length - SILENT_BYTES);
  return bytes;
}

/** What browsers know a file by when it is chosen. */
export function fingerprintOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return fingerprintOf(new Blob([bytes]));
}
