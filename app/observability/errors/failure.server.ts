import { errorReason } from "../log";
import { scrubbed } from "../scrub";
import { fingerprint, topFrame } from "./fingerprint.server";
import { type Source, severityOf } from "./severity";

interface RawFailure {
  source: Source;
  /** The stage of a submission, `METHOD ROUTE` of a request, or the type of a job. */
  stage: string;
  message: string;
  stack: string | null;
  url: string | null;
  release: string | null;
}

/** Scrubbed for storage, with its cause. */
export interface Failure extends RawFailure {
  /** Id of the cause. */
  groupId: string;
  category: string;
  severity: string;
  frame: string | null;
}

const MAX_MESSAGE = 1_000;
const MAX_STAGE = 80;

/** Scrubs a failure and adds its cause and severity. */
export async function toStoredFailure(rawFailure: RawFailure): Promise<Failure> {
  const message = scrubbed(rawFailure.message).trim().slice(0, MAX_MESSAGE) || "No message";
  const stack = rawFailure.stack === null ? null : scrubbed(rawFailure.stack);
  const stage = rawFailure.stage.slice(0, MAX_STAGE);
  const groupId = await fingerprint({ source: rawFailure.source, stage, message, stack });
  const { category, severity } = severityOf(rawFailure.source, stage);
  return {
    ...rawFailure,
    message,
    stack,
    stage,
    groupId,
    category,
    severity,
    frame: topFrame(stack),
  };
}

/** Message and stack of a thrown value, or of its cause if it has one, as in log lines. */
export function describeThrown(thrownValue: unknown): { message: string; stack: string | null } {
  const error =
    thrownValue instanceof Error && thrownValue.cause instanceof Error
      ? thrownValue.cause
      : thrownValue;
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  // The first lines of a stack are the message, which may quote user input.
  const frames = stack?.split("\n").filter((line) => /^\s*at /.test(line));
  return { message: errorReason(thrownValue), stack: frames?.join("\n").slice(0, 4_096) ?? null };
}
