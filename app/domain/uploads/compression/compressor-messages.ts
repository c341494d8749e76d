import * as v from "valibot";
import { WIDE_KINDS } from "./wide-samples";

const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));

/** To the worker: which file, then which stretches of it. */
export const compressorRequestSchema = v.variant("type", [
  v.object({
    type: v.literal("open"),
    file: v.instance(Blob),
    dataOffset: bytes,
    format: v.object({
      sampleRate: bytes,
      channels: bytes,
      bits: v.picklist([8, 16, 24]),
      wide: v.optional(v.picklist(WIDE_KINDS)),
    }),
  }),
  v.object({ type: v.literal("compress"), id: bytes, offset: bytes, length: bytes }),
  v.object({ type: v.literal("cancel"), id: bytes }),
]);
export type CompressorRequest = v.InferOutput<typeof compressorRequestSchema>;

/** From the worker. Without a block the stretch does not shrink; `ms` is the time it took. */
export const compressedSchema = v.object({
  id: bytes,
  /** What has become of it, and the query that says what it is. */
  block: v.nullable(v.object({ body: v.instance(ArrayBuffer), query: v.string() })),
  ms: v.number(),
});
export type Compressed = v.InferOutput<typeof compressedSchema>;
