import * as v from "valibot";
import { fileTagsSchema } from "~/domain/media/file-tags";
import type { WavOddity } from "~/domain/media/wav-header";

/** What the pixels of a picture show. Measured by the browser that uploads it. */
export const pictureLookSchema = v.array(v.picklist(["border", "blurred"]));
export type PictureLook = v.InferOutput<typeof pictureLookSchema>;

/** What was found in a file. Apart from what finds it, since pages only show it. */
export const probeSchema = v.variant("kind", [
  v.object({
    kind: v.literal("wav"),
    format: v.picklist(["pcm", "float", "alaw", "mulaw"]),
    channels: v.number(),
    sampleRate: v.number(),
    bitsPerSample: v.number(),
    seconds: v.number(),
    /** What is wrong in its header and was corrected. */
    oddities: v.optional(v.array(v.picklist(["frame-size", "data-size"] satisfies WavOddity[]))),
    /** What the stored file says about itself; older uploads have none. */
    tags: v.optional(fileTagsSchema),
  }),
  v.object({
    kind: v.literal("jpeg"),
    width: v.number(),
    height: v.number(),
    /** 1 grey, 3 colour, 4 CMYK. */
    components: v.number(),
    /** What its pixels show, where the browser that sent it has measured them. */
    look: v.optional(pictureLookSchema),
  }),
  // Only custom artwork may be one of these; nothing depends on their pixels.
  v.object({ kind: v.picklist(["png", "webp", "gif", "heic", "avif"]) }),
]);
export type Probe = v.InferOutput<typeof probeSchema>;
