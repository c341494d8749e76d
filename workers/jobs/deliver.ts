import { messageDelay, readMessage } from "~/jobs/job-message";
import { errorReason, type Log } from "~/observability/log";
import { redeliveryDelay } from "./retry-delay";
import type { Outcome } from "./run-job";

/** A message as the queue hands it over. */
export interface Delivery {
  readonly body: unknown;
  /** How often it was delivered, this time included. */
  readonly attempts: number;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

export interface DeliveryDeps {
  handle: (jobId: string) => Promise<Outcome>;
  sendJob: (jobId: string, delaySeconds: number) => Promise<void>;
  /** Stores a message that cannot be parsed, for staff. */
  keepMalformed: (body: unknown, reason: string) => Promise<void>;
  log: Log;
  random: () => number;
}

/**
 * Parses one message, runs its job and acknowledges it. A repeated attempt is sent as a new message,
 * because the queue gives a message up after some deliveries. Only a message that could not be
 * handled at all is returned to the queue.
 */
export async function deliver(message: Delivery, deps: DeliveryDeps): Promise<void> {
  const { log, random } = deps;
  const parsed = readMessage(message.body);
  try {
    if (parsed.ok) return await handleJob(message, parsed.jobId, deps);
    // Another delivery would only fail again.
    await deps.keepMalformed(message.body, parsed.reason);
    log("error", "message.malformed", { reason: parsed.reason });
    message.ack();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const delaySeconds = redeliveryDelay(message.attempts, random);
    const jobId = parsed.ok ? parsed.jobId : undefined;
    const fields = { jobId, attempt: message.attempts, delaySeconds, reason: errorReason(cause) };
    log("error", "message.returned", fields);
    message.retry({ delaySeconds });
  }
}

async function handleJob(message: Delivery, jobId: string, deps: DeliveryDeps): Promise<void> {
  const outcome = await deps.handle(jobId);
  if (outcome.kind !== "retry" && outcome.kind !== "again") return message.ack();
  // What waits for something else is sent by whatever brings that, or by the sweep at its time.
  if (outcome.kind === "again" && outcome.delaySeconds) return message.ack();
  const delaySeconds = outcome.kind === "retry" ? messageDelay(outcome.delaySeconds) : 0;
  try {
    await deps.sendJob(jobId, delaySeconds);
    message.ack();
  } catch (error) {
    // The old message serves as well; if it is lost too, the sweep finds the job waiting.
    deps.log("error", "queue.send-failed", { jobId, reason: errorReason(error) });
    message.retry({ delaySeconds });
  }
}
