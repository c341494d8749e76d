import * as v from "valibot";

/** What the token service hands out. */
export const tokenReply = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.minValue(0)),
});

/** The fields of a file that are asked for and read; int64 come as texts. */
export const FILE_FIELDS = "id,size,md5Checksum";

/** A file or folder of the drive; a folder has neither size nor checksum. */
export const driveFile = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  size: v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))),
  md5Checksum: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/i), v.toLowerCase())),
});
export type DriveFile = v.InferOutput<typeof driveFile>;

export const fileListReply = v.object({ files: v.array(driveFile) });

/** The shared drive, or the folder on it, that the label has named. */
export const driveNameReply = v.object({ id: v.string(), name: v.string() });

/** Where an upload's bytes go: an address of Google's own, because it gets the label's music. */
export const uploadSessionUrl = v.pipe(
  v.string(),
  v.check((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === "https:" && /(^|\.)googleapis\.com$/.test(hostname);
  }),
);
