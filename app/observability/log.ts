import type { EVENTS } from "./log-events";
import { scrubbed } from "./scrub";

/** All events; `docs/logs.md` tells how to find each. */
export type LogEvent = keyof typeof EVENTS;

/** Ids and figures only; never personal data, file names or tokens. */
export interface LogFields {
  worker?: "site" | "jobs";
  requestId?: string;
  route?: string;
  method?: string;
  status?: number;
  ms?: number;
  draftId?: string;
  submissionId?: string;
  /** Of an account. */
  artistId?: string;
  /** Of a data request. */
  requestedId?: string;
  /** Of the waiting list. */
  entryId?: string;
  uploadId?: string;
  jobId?: string;
  mailId?: string;
  jobType?: string;
  attempt?: number;
  /** Milliseconds in the queue. */
  queuedMs?: number;
  /** Seconds until redelivery. */
  delaySeconds?: number;
  /** A part of the sweep. */
  part?: string;
  /** The table whose cleaning failed. */
  table?: string;
  integration?: string;
  /** Of the board. */
  itemId?: string;
  step?: string;
  count?: number;
  bytes?: number;
  reason?: string;
  /** Of the bot check: 0 (a script) to 100 (a person), and reasons for a lower score. */
  score?: number;
  reasons?: readonly string[];
  reportId?: string;
  /** Of a request to sign the agreement. */
  agreementId?: string;
  /** Of an incident, and its rule. */
  incidentId?: string;
  rule?: string;
}

export type Level = "info" | "warn" | "error";

/** Writes one line. Passed as a parameter, so that tests can read the lines. */
export type Log = (level: Level, event: LogEvent, fields?: LogFields) => void;

/** Writes one JSON object per line to the console, including the fields of `base`. */
export function consoleLog(base: LogFields, now: () => Date): Log {
  return (level, event, details = {}) => {
    // Error texts may quote user input.
    const fields = details.reason ? { ...details, reason: scrubbed(details.reason) } : details;
    // Always console.log: local runs decorate other methods, and a line must stay plain JSON.
    // biome-ignore lint/suspicious/noConsole: the platform's log sink is the console.
    console.log(JSON.stringify({ ts: now().toISOString(), level, event, ...base, ...fields }));
  };
}

/** `bind` adds fields to all later lines. */
export interface BindableLog {
  log: Log;
  bind: (fields: LogFields) => void;
}

/** For work that learns its ids later: bound fields are on every later line. */
export function bindableLog(initialFields: LogFields, now: () => Date): BindableLog {
  const base: LogFields = { ...initialFields };
  return { log: consoleLog(base, now), bind: (fields) => void Object.assign(base, fields) };
}

const MAX_REASON = 300;

/**
 * Name and message of an error, never its stack. Its cause is used if there is one, since the
 * database's wrapper quotes query values.
 */
export function errorReason(thrownValue: unknown): string {
  const error =
    thrownValue instanceof Error && "cause" in thrownValue && thrownValue.cause instanceof Error
      ? thrownValue.cause
      : thrownValue;
  // The message of a SyntaxError quotes the input.
  if (error instanceof SyntaxError) return error.name;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // Scrubbed before it is cut: half of an address would not be recognized.
  return text.length > MAX_REASON ? scrubbed(text).slice(0, MAX_REASON) : text;
}
