import { scrubbed } from "./scrub";

/** All events; `log-events.ts` explains each, `docs/logs.md` how to find it. */
export type LogEvent =
  | "request"
  | "request.failed"
  | "request.refused"
  | "draft.opened"
  | "draft.refused"
  | "draft.brought"
  | "step.saved"
  | "upload.started"
  | "upload.completed"
  | "upload.rejected"
  | "upload.cut"
  | "upload.mismatched"
  | "upload.expired"
  | "bot.judged"
  | "waiting-list.joined"
  | "waiting-list.not-joined"
  | "submission.recorded"
  | "submission.not-recorded"
  | "submission.corrected"
  | "queue.send-failed"
  | "config.unreadable"
  | "job.started"
  | "job.done"
  | "job.retry"
  | "job.again"
  | "job.failed"
  | "job.skipped"
  | "job.lost"
  | "job.run-again"
  | "submission.settled"
  | "message.malformed"
  | "message.returned"
  | "message.dead"
  | "board.item-created"
  | "board.event"
  | "drive.file-mirrored"
  | "mail.queued"
  | "mail.held"
  | "draft.warned"
  | "draft.expired"
  | "status.changed"
  | "status.held"
  | "status.conflict"
  | "package.sent"
  | "package.failed"
  | "reply.overdue"
  | "health.failed"
  | "sweep.part"
  | "sweep.failed"
  | "backup.finished"
  | "submission.archived"
  | "mail.sent"
  | "mail.delayed"
  | "mail.failed"
  | "mail.unconfirmed"
  | "heartbeat.failed"
  | "sweep.done"
  | "links.ended"
  | "staff.signed-in"
  | "staff.refused"
  | "staff.locked"
  | "staff.unchecked"
  | "staff.session-ended"
  | "artist.signed-in"
  | "artist.refused"
  | "artist.locked"
  | "artist.confirmed"
  | "artist.not-confirmed"
  | "artist.token-made"
  | "artist.session-ended"
  | "artist.joined"
  | "account.made"
  | "account.new-code"
  | "mode.opened"
  | "mode.closed"
  | "mode.not-stored"
  | "columns.not-stored"
  | "link.opened"
  | "link.made"
  | "link.deactivated"
  | "details.saved"
  | "details.sent"
  | "splits.asked"
  | "split.answered"
  | "split.reminded"
  | "agreement.asked"
  | "agreement.signed"
  | "agreement.declined"
  | "agreement.expired"
  | "agreement.withdrawn"
  | "agreement.stored"
  | "agreement.failed"
  | "agreement.forged"
  | "tokens.unreadable"
  | "tokens.not-stored"
  | "profile.saved"
  | "proof.stored"
  | "proof.refused"
  | "proof.removed"
  | "picture.kept"
  | "picture.refused"
  | "email.asked"
  | "email.changed"
  | "data.exported"
  | "data.not-exported"
  | "data.deletion-asked"
  | "data.deletion-cancelled"
  | "data.deletion-begun"
  | "data.deleted"
  | "error.reported"
  | "measures.not-stored"
  | "errors.not-stored"
  | "incident.opened"
  | "incident.closed"
  | "incident.silenced";

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
