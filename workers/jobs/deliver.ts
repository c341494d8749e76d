import * as v from "valibot";
import { type Log, reasonOf } from "~/monitoring/log";
import { jobMessageSchema } from "~/platform/jobs/message";
import type { Outcome } from "./run-job";

/** A message as the queue hands it over. */
export interface Delivery {
  readonly body: unknown;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

const DATABASE_AWAY_SECONDS = 30;

/** Parses one message, has it handled, and acknowledges it or hands it back to the queue. */
export async function deliver(
  message: Delivery,
  handle: (jobId: string) => Promise<Outcome>,
  log: Log,
): Promise<void> {
  const parsed = v.safeParse(jobMessageSchema, message.body);
  if (!parsed.success) {
    // Poison stays poison: another delivery would only fail again.
    log("error", "message.malformed", {
      reason: v.getDotPath(parsed.issues[0]) ?? "not an object",
    });
    return message.ack();
  }
  const { jobId } = parsed.output;
  try {
    const outcome = await handle(jobId);
    if (outcome.kind === "retry") message.retry({ delaySeconds: outcome.delaySeconds });
    else message.ack();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    log("error", "job.retry", { jobId, reason: reasonOf(cause) });
    message.retry({ delaySeconds: DATABASE_AWAY_SECONDS });
  }
}
