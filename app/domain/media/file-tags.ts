import * as v from "valibot";

/** What a file says about itself. */
export const fileTagsSchema = v.object({
  title: v.optional(v.string()),
  artist: v.optional(v.string()),
  /** 12 letters and digits. */
  isrc: v.optional(v.string()),
  trackNumber: v.optional(v.number()),
});
export type FileTags = v.InferOutput<typeof fileTagsSchema>;
