import { messageDelay, readMessage } from "~/jobs/job-message";
import { errorReason, type Log } from "~/monitoring/log";
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

/** What is done with messages. */
export interface DeliveryDeps {
  handle: (jobId: string) => Promise<Outcome>;
  /** Sends a new message for a job. */
  send: (jobId: string, delaySeconds: number) => Promise<void>;
  /** Keeps a message that nobody can read. */
  keepPoison: (body: unknown, reason: string) => Promise<void>;
  log: Log;
  random: () => number;
}

/**
 * Reads one message, has it handled, and acknowledges it. An attempt that is to be repeated goes
 * into a new message: the queue counts the deliveries of a message, and gives it up after some.
 * Only what could not be handled at all is handed back to the queue.
 */
export async function deliver(message: Delivery, deps: DeliveryDeps): Promise<void> {
  const { log, random } = deps;
  const read = readMessage(message.body);
  try {
    if (read.ok) return await follow(message, read.jobId, deps);
    // Poison stays poison: another delivery would only fail again.
    await deps.keepPoison(message.body, read.reason);
    log("error", "message.malformed", { reason: read.reason });
    message.ack();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const delaySeconds = redeliveryDelay(message.attempts, random);
    const jobId = read.ok ? read.jobId : undefined;
    const fields = { jobId, attempt: message.attempts, delaySeconds, reason: errorReason(cause) };
    log("error", "message.returned", fields);
    message.retry({ delaySeconds });
  }
}

async function follow(message: Delivery, jobId: string, deps: DeliveryDeps): Promise<void> {
  const outcome = await deps.handle(jobId);
  if (outcome.kind !== "retry" && outcome.kind !== "again") return message.ack();
  const delaySeconds = outcome.kind === "retry" ? messageDelay(outcome.delaySeconds) : 0;
  try {
    await deps.send(jobId, delaySeconds);
    message.ack();
  } catch (error) {
    // The old message does as well; were it lost too, the sweep would find the job waiting.
    deps.log("error", "queue.send-failed", { jobId, reason: errorReason(error) });
    message.retry({ delaySeconds });
  }
}
