import { errorReason } from "../log";
import { scrubbed } from "../scrub";
import { fingerprint, topFrame } from "./fingerprint.server";
import { type Source, severityOf } from "./severity";

/** Something that went wrong, as it was met. */
interface Met {
  source: Source;
  /** The stage of a run, `METHOD ROUTE` of a request, or the type of a job. */
  stage: string;
  message: string;
  stack: string | null;
  /** Without its query. */
  url: string | null;
  /** The build it happened in. */
  release: string | null;
}

/** The same as it may be kept, with its cause. */
export interface Failure extends Met {
  /** Names the cause. */
  groupId: string;
  category: string;
  severity: string;
  frame: string | null;
}

const MAX_MESSAGE = 1_000;
const MAX_STAGE = 80;

/** A failure freed of what is somebody's, with its cause and how bad it is. */
export async function toStoredFailure(rawFailure: Met): Promise<Failure> {
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

/** What was thrown, as a message and a stack; the cause is told where there is one, as in log lines. */
export function describeThrown(thrownValue: unknown): { message: string; stack: string | null } {
  const error =
    thrownValue instanceof Error && thrownValue.cause instanceof Error
      ? thrownValue.cause
      : thrownValue;
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  // Its first lines are the message, which may quote what was typed.
  const frames = stack?.split("\n").filter((line) => /^\s*at /.test(line));
  return { message: errorReason(thrownValue), stack: frames?.join("\n").slice(0, 4_096) ?? null };
}
