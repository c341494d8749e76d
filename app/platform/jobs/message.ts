import * as v from "valibot";

/** Every kind of background work. */
export const jobTypes = ["sync-board", "confirm-by-mail", "process-clip"] as const;
export type JobType = (typeof jobTypes)[number];

/** What travels through the queue: ids only, so that the database stays the one truth. */
export const jobMessageSchema = v.strictObject({
  version: v.literal(1),
  jobId: v.pipe(v.string(), v.ulid()),
});
export type JobMessage = v.InferOutput<typeof jobMessageSchema>;

/** The message that asks a worker to run this job. */
export function jobMessage(jobId: string): JobMessage {
  return v.parse(jobMessageSchema, { version: 1, jobId });
}
