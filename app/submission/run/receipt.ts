import * as v from "valibot";

/** What an artist is told of a recorded submission; every date in words. */
export const receiptSchema = v.object({
  reference: v.string(),
  replyDue: v.string(),
  release: v.string(),
  artistName: v.string(),
  /** Where the artist can see the artwork. */
  artwork: v.optional(v.string()),
  files: v.array(
    v.object({
      /** What it is, such as "Track 1". */
      label: v.string(),
      name: v.string(),
      /** In words. */
      size: v.string(),
      /** In hexadecimal digits, where it is known. */
      sha256: v.optional(v.string()),
    }),
  ),
  email: v.string(),
  /** Whether a confirmation is on its way by mail. */
  sendsMail: v.boolean(),
  /** Whether its address gets none just now: see `MailOutlook`. */
  mailHeld: v.boolean(),
  supportEmail: v.string(),
});
export type Receipt = v.InferOutput<typeof receiptSchema>;
