import { readArtwork } from "~/domain/media/artwork";
import { structureProblem } from "~/domain/media/picture-structure";
import type { RangeReader } from "~/domain/media/range-reader";
import { readRaster } from "~/domain/media/raster-picture";
import {
  type FileKind,
  isPicture,
  kindBehindTag,
  SNIFF_BYTES,
  sniff,
  tagEnd,
} from "~/domain/media/sniff";
import { readWavHeader } from "~/domain/media/wav-header";
import type { Probe } from "./probe";
import { artworkProblemText, audioProblemText, customArtworkProblemText } from "./problem-texts";

/** Bytes behind an ID3 tag that tell the kind of file. */
const BYTES_AFTER_TAG = 4;

export type ProbeResult = { ok: true; probe: Probe } | { ok: false; text: string };

/** The kind of a file by its first bytes, also behind a tag; undefined where these are too few. */
export function detectFileKind(head: Uint8Array): FileKind | undefined {
  const end = tagEnd(head);
  if (end === undefined) return sniff(head);
  const bytesAfterTag = head.subarray(end, end + BYTES_AFTER_TAG);
  return bytesAfterTag.length < BYTES_AFTER_TAG ? undefined : kindBehindTag(bytesAfterTag);
}

/** The kind of a file, also behind a long tag; most tags hold a picture. */
async function readFileKind(readRange: RangeReader, size: number): Promise<FileKind> {
  const head = await readRange(0, SNIFF_BYTES);
  const end = tagEnd(head);
  const isInHead = end === undefined || end + BYTES_AFTER_TAG <= head.length;
  if (isInHead || end + BYTES_AFTER_TAG > size) return sniff(head);
  return kindBehindTag(await readRange(end, BYTES_AFTER_TAG));
}

/** Reads only the headers. @returns what the file is, or the text why it is refused. */
export async function probeAudio(
  readRange: RangeReader,
  size: number,
  fileName: string,
): Promise<ProbeResult> {
  const result = await readWavHeader(readRange, size);
  if (!result.ok) {
    const fileKind = await readFileKind(readRange, size);
    return { ok: false, text: audioProblemText(fileKind, result.reason, fileName) };
  }
  const { format, channels, sampleRate, bitsPerSample, seconds, oddities } = result.wav;
  const probe = { kind: "wav", format, channels, sampleRate, bitsPerSample, seconds } as const;
  return { ok: true, probe: oddities.length > 0 ? { ...probe, oddities } : probe };
}

export async function probeArtwork(readRange: RangeReader, size: number): Promise<ProbeResult> {
  const result = await readArtwork(readRange, size);
  if (!result.ok) {
    const fileKind = await readFileKind(readRange, size);
    return { ok: false, text: artworkProblemText(fileKind, result.reason) };
  }
  return { ok: true, probe: { kind: "jpeg", ...result.artwork } };
}

/**
 * Custom artwork may be any picture. What changes how it looks is read of JPEG, PNG and WebP.
 */
export async function probeCustomArtwork(
  readRange: RangeReader,
  size: number,
): Promise<ProbeResult> {
  const fileKind = await readFileKind(readRange, size);
  if (!isPicture(fileKind))
    return { ok: false, text: customArtworkProblemText(fileKind, "not-image") };
  if (fileKind === "png" || fileKind === "webp") {
    const result = await readRaster(fileKind, readRange, size);
    if (!result.ok) return { ok: false, text: customArtworkProblemText(fileKind, result.reason) };
    return { ok: true, probe: { kind: fileKind, ...result.findings } };
  }
  if (fileKind !== "jpeg") {
    const problem = await structureProblem(fileKind, readRange, size);
    if (problem) return { ok: false, text: customArtworkProblemText(fileKind, problem) };
    return { ok: true, probe: { kind: fileKind } };
  }
  const result = await readArtwork(readRange, size);
  if (!result.ok) return { ok: false, text: customArtworkProblemText(fileKind, result.reason) };
  return { ok: true, probe: { kind: "jpeg", ...result.artwork } };
}
