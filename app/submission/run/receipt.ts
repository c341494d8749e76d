import * as v from "valibot";

/** What an artist is told of a recorded submission; every date in words. */
export const receiptSchema = v.object({
  reference: v.string(),
  replyDue: v.string(),
  release: v.string(),
  email: v.string(),
  /** Whether a confirmation goes out by mail. */
  sendsMail: v.boolean(),
  supportEmail: v.string(),
});
export type Receipt = v.InferOutput<typeof receiptSchema>;
