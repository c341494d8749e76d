import type { FaultSource } from "./chaos-bindings";
import { draw, shuffle } from "./chaos-decisions";

// Runs inside the jobs worker of the chaos run: a queue that delivers in any order and twice.

const ODDS = {
  /** Delivered twice at once. */
  twice: 0.1,
  /** Its acknowledgement is lost, so that it comes again. */
  "not-acknowledged": 0.1,
};
/** The whole batch comes again after it was handled. */
const BATCH_ODDS = { again: 0.08 };

/** The product sees the message, and what it answers may be lost. */
function copyMessage(message: Message, answers: Pick<Message, "ack" | "retry">): Message {
  const { id, timestamp, body, attempts } = message;
  return { id, timestamp, body, attempts, ...answers };
}

/** A batch in another order, with some messages twice and some whose acknowledgement is lost. */
export function disturbBatch(faults: FaultSource, batch: MessageBatch): MessageBatch {
  if (!faults.isOn()) return batch;
  const messages = batch.messages.flatMap((message) => {
    const fate = draw(ODDS, faults.next(`message ${JSON.stringify(message.body)}`));
    if (fate) faults.note(`queue ${fate}`);
    const retry: Message["retry"] = (options) => message.retry(options);
    const isLost = fate === "not-acknowledged";
    const ack = () => (isLost ? message.retry({ delaySeconds: 0 }) : message.ack());
    const copy = copyMessage(message, { ack, retry });
    if (fate !== "twice") return [copy];
    return [copy, copyMessage(message, { ack: () => undefined, retry: () => undefined })];
  });
  return {
    queue: batch.queue,
    metadata: batch.metadata,
    messages: shuffle(messages, faults.next("order of a batch")),
    ackAll: () => batch.ackAll(),
    retryAll: (options) => batch.retryAll(options),
  };
}

/** Whether the batch fails after it was handled. */
export function comesAgain(faults: FaultSource): boolean {
  const fate = faults.isOn() && draw(BATCH_ODDS, faults.next("end of a batch"));
  if (fate) faults.note("queue batch again");
  return fate === "again";
}
