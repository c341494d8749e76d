import * as v from "valibot";

export const tokenReply = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.minValue(0)),
});

/** Fields that are requested; int64 values are texts. */
export const FILE_FIELDS = "id,size,md5Checksum";

/** Folders have neither size nor checksum. */
export const driveFile = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  size: v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))),
  md5Checksum: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/i), v.toLowerCase())),
});
export type DriveFile = v.InferOutput<typeof driveFile>;

export const fileListReply = v.object({ files: v.array(driveFile) });

export const driveNameReply = v.object({ id: v.string(), name: v.string() });

/** Upload URL; only Google's own hosts are accepted, as it receives the music. */
export const uploadSessionUrl = v.pipe(
  v.string(),
  v.check((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === "https:" && /(^|\.)googleapis\.com$/.test(hostname);
  }),
);
