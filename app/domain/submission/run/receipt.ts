import * as v from "valibot";

/** What an artist is shown of a recorded submission; every date as text. */
export const receiptSchema = v.object({
  reference: v.string(),
  replyDue: v.string(),
  release: v.string(),
  artistName: v.string(),
  /** How its release date lies to our reply; empty without a date. */
  dateNote: v.string(),
  /** Its way, by its stages. */
  stages: v.array(
    v.object({
      name: v.string(),
      state: v.picklist(["done", "next", "ahead", "no"]),
      when: v.string(),
      text: v.string(),
    }),
  ),
  artwork: v.optional(v.string()),
  files: v.array(
    v.object({
      label: v.string(),
      name: v.string(),
      size: v.string(),
      /** In hexadecimal digits, if known. */
      sha256: v.optional(v.string()),
    }),
  ),
  email: v.string(),
  /** The signed path of its status page. */
  statusPath: v.string(),
  statusUrl: v.string(),
  /** Whether its address can be corrected on this page. */
  canCorrectEmail: v.boolean(),
  sendsMail: v.boolean(),
  /** Whether mails to its address are suspended: see `MailOutlook`. */
  mailHeld: v.boolean(),
  supportEmail: v.string(),
});
export type Receipt = v.InferOutput<typeof receiptSchema>;
