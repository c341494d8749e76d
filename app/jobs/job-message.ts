import * as v from "valibot";

/** What travels through the queue: ids only, so that the database stays the one truth. */
const jobMessageSchema = v.strictObject({
  version: v.literal(1),
  jobId: v.pipe(v.string(), v.ulid()),
});
export type JobMessage = v.InferOutput<typeof jobMessageSchema>;

/** Queues hold a message back for 12 hours at most. */
const LONGEST_DELAY_SECONDS = 43_200;

/**
 * How long a queue is asked to hold a message back for a job that is due in `seconds`. What comes
 * before its time is skipped, and sent again by the sweep once the job is due.
 */
export function messageDelay(seconds: number): number {
  return Math.min(seconds, LONGEST_DELAY_SECONDS);
}

/** The message that asks a worker to run this job. */
export function jobMessage(jobId: string): JobMessage {
  return v.parse(jobMessageSchema, { version: 1, jobId });
}

/** A message as it was read, or why it could not be. */
type ReadMessage = { ok: true; jobId: string } | { ok: false; reason: string };

/** Reads a message strictly: poison is told from messages of another version of this product. */
export function readMessage(body: unknown): ReadMessage {
  const messageResult = v.safeParse(jobMessageSchema, body);
  if (messageResult.success) return { ok: true, jobId: messageResult.output.jobId };
  const versionResult = v.safeParse(v.object({ version: v.number() }), body);
  if (versionResult.success && versionResult.output.version !== 1)
    return { ok: false, reason: "unknown-version" };
  return {
    ok: false,
    reason: `malformed: ${v.getDotPath(messageResult.issues[0]) ?? "not an object"}`,
  };
}
