import * as v from "valibot";
import type { Answer } from "./transport";

/** A call the label refused for good: making it again changes nothing. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  constructor(
    text: string,
    readonly status: number,
    readonly reply: unknown = undefined,
  ) {
    super(text);
  }
}

/** A call that got no answer to go by: another try may. Its message is the specification's text. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  constructor(
    text: string,
    readonly facts: { cut: boolean; status?: number; retryAfterMs?: number },
  ) {
    super(text);
  }
}

const refusedSchema = v.object({ error: v.string() });

/** Whether a status is worth another try. */
export function passes(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** What an answer says, by its schema. @throws RefusedError, or TransportError. */
export function readAnswer<const S extends v.GenericSchema>(
  answer: Answer,
  schema: S,
): v.InferOutput<S> {
  if (answer.kind === "none") throw new TransportError(answer.text, { cut: true });
  const { status, body, retryAfterMs } = answer;
  if (status >= 200 && status < 300) {
    const read = v.safeParse(schema, body);
    if (read.success) return read.output;
    throw new TransportError("Failed to parse server response", { cut: false, status });
  }
  const refused = v.safeParse(refusedSchema, body);
  const text = refused.success ? refused.output.error : `HTTP status ${status}`;
  if (passes(status)) throw new TransportError(text, { cut: false, status, retryAfterMs });
  throw new RefusedError(text, status, body);
}
