import * as v from "valibot";

/** Queue messages contain ids only; the database has the rest. */
const jobMessageSchema = v.strictObject({
  version: v.literal(1),
  jobId: v.pipe(v.string(), v.ulid()),
});
export type JobMessage = v.InferOutput<typeof jobMessageSchema>;

const MAX_DELAY_SECONDS = 43_200;

/**
 * The delay of a message for a job due in `seconds`. A message that comes too early is skipped,
 * and the sweep sends another one when the job is due.
 */
export function messageDelay(seconds: number): number {
  return Math.min(seconds, MAX_DELAY_SECONDS);
}

export function jobMessage(jobId: string): JobMessage {
  return v.parse(jobMessageSchema, { version: 1, jobId });
}

type ReadMessage = { ok: true; jobId: string } | { ok: false; reason: string };

/** Parses a message; malformed ones are told apart from those of another version. */
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
