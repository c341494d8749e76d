import * as v from "valibot";

/** What a JPEG file says of how it looks. Apart from what finds it, since pages only show it. */
export const artworkFindingsSchema = v.object({
  /** Pixels as shown: turned where its orientation says so. */
  width: v.number(),
  height: v.number(),
  /** 1 grey, 3 colour, 4 CMYK. */
  components: v.number(),
  /** "rare" is arithmetic coding, which few programs can show. */
  coding: v.picklist(["sequential", "progressive", "rare"]),
  /** EXIF: 1 upright, 2 to 8 turned or mirrored when shown. */
  orientation: v.number(),
  /** Where the byte of the orientation stands; null without one, or where it cannot be changed alone. */
  orientationAt: v.nullable(v.number()),
  /** The Adobe marker's colour transform: 0 none, 1 YCbCr, 2 YCCK; null without the marker. */
  adobeTransform: v.nullable(v.number()),
  /** Colour space of the embedded profile; null without one. */
  profile: v.nullable(v.picklist(["rgb", "cmyk", "grey", "other"])),
});
/** What a PNG or WebP file says of how it looks. */
export const rasterFindingsSchema = v.omit(artworkFindingsSchema, ["coding", "adobeTransform"]);
export type RasterFindings = v.InferOutput<typeof rasterFindingsSchema>;

export type ArtworkFindings = v.InferOutput<typeof artworkFindingsSchema>;
