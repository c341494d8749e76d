import * as v from "valibot";

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
    }),
  }),
  v.object({ type: v.literal("compress"), id: bytes, offset: bytes, length: bytes }),
  v.object({ type: v.literal("cancel"), id: bytes }),
]);
export type CompressorRequest = v.InferOutput<typeof compressorRequestSchema>;

/** From the worker. `body` is null where the stretch does not shrink; `ms` is the time it took. */
export const compressedSchema = v.object({
  id: bytes,
  body: v.nullable(v.instance(ArrayBuffer)),
  ms: v.number(),
});
export type Compressed = v.InferOutput<typeof compressedSchema>;
