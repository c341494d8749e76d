import * as v from "valibot";
import { artworkFindingsSchema, rasterFindingsSchema } from "~/domain/media/artwork-findings";
import { fileTagsSchema } from "~/domain/media/file-tags";
import type { WavOddity } from "~/domain/media/wav-header";

/** What the pixels of a picture show. Measured by the browser that uploads it. */
export const pictureLookSchema = v.array(v.picklist(["border", "blurred"]));
export type PictureLook = v.InferOutput<typeof pictureLookSchema>;

/** In LUFS. */
export const loudnessSchema = v.pipe(v.number(), v.minValue(-100), v.maxValue(20));

/** Older uploads have only their size and their components. */
const storedFindings = v.partial(artworkFindingsSchema, [
  ...(["coding", "orientation", "orientationAt", "adobeTransform", "profile"] as const),
]);

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
    /** Integrated, in LUFS, where the browser that sent it has listened to it by then. */
    loudness: v.optional(loudnessSchema),
  }),
  v.object({
    kind: v.literal("jpeg"),
    ...storedFindings.entries,
    /** What its pixels show, where the browser that sent it has measured them. */
    look: v.optional(pictureLookSchema),
  }),
  // Only custom artwork may be one of these. Older uploads have no findings.
  v.object({ kind: v.picklist(["png", "webp"]), ...v.partial(rasterFindingsSchema).entries }),
  v.object({ kind: v.picklist(["gif", "heic", "avif"]) }),
]);
export type Probe = v.InferOutput<typeof probeSchema>;

export const tagsOfProbe = (probe: Probe | null | undefined) =>
  probe?.kind === "wav" ? probe.tags : undefined;

/** What is known of how a picture looks; undefined where that was not measured. */
export function pictureOf(probe: Probe | null | undefined) {
  if (probe?.kind === "jpeg") return probe;
  if (probe?.kind !== "png" && probe?.kind !== "webp") return undefined;
  const { width, height, components, ...others } = probe;
  if (width === undefined || height === undefined || components === undefined) return undefined;
  return { width, height, components, ...others };
}
