import * as v from "valibot";
import { MAX_CHANNELS, MAX_SAMPLE_RATE, type PcmFormat } from "~/domain/media/flac/flac-stream";
import { MAX_SHIFT, WIDE_KINDS, type WideKind } from "./wide-samples";

const KIB = 1024;

/** The most bytes of a file in one compressed block: decoding it must not take a worker's whole time. */
export const MAX_BLOCK_BYTES = 2048 * KIB;

/** What a compressed body may have beyond the bytes that it stands for. */
export const MAX_EXCESS_BYTES = 4 * KIB;

/** A stretch of a file as FLAC: `prefix` bytes as they are, then one stream of whole frames. */
export interface BlockFacts extends PcmFormat {
  /** Bytes of the file, `prefix` included. The last frame may reach beyond them. */
  size: number;
  prefix: number;
  /** Where the file's samples have four bytes: of which kind, and by how many bits they were shifted. */
  wide?: { kind: WideKind; shift: number } | undefined;
}

const count = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(min), v.maxValue(max));

/** The query of a compressed piece. */
export const blockQuerySchema = v.pipe(
  v.object({
    kind: v.literal("flac"),
    size: count(1, MAX_BLOCK_BYTES),
    prefix: count(0, MAX_BLOCK_BYTES),
    rate: count(1, MAX_SAMPLE_RATE),
    channels: count(1, MAX_CHANNELS),
    bits: v.pipe(v.picklist(["8", "16", "24"]), v.transform(Number)),
    wide: v.optional(v.picklist(WIDE_KINDS)),
    shift: v.optional(count(0, MAX_SHIFT), "0"),
  }),
  v.check(({ size, prefix }) => prefix < size),
  v.check(({ wide, bits }) => wide === undefined || bits === 24),
  v.transform(
    ({ size, prefix, rate, channels, bits, wide, shift }): BlockFacts => ({
      size,
      prefix,
      sampleRate: rate,
      channels,
      bits: bits as PcmFormat["bits"],
      wide: wide && { kind: wide, shift },
    }),
  ),
);

/** The query of a compressed piece, to be appended to its link. */
export function blockQuery({ size, prefix, wide, ...format }: BlockFacts): string {
  const { sampleRate, channels, bits } = format;
  const query = `kind=flac&size=${size}&prefix=${prefix}&rate=${sampleRate}&channels=${channels}&bits=${bits}`;
  return wide ? `${query}&wide=${wide.kind}&shift=${wide.shift}` : query;
}
