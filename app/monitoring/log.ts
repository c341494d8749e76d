import { scrubbed } from "./scrub";

/** The closed list of events; `log-events.ts` says what each tells, `docs/logs.md` how to find it. */
export type LogEvent =
  | "request"
  | "request.failed"
  | "draft.opened"
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
  | "mail.sent"
  | "mail.delayed"
  | "mail.failed"
  | "mail.unconfirmed"
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

/** What a line may carry: ids and figures only; never personal data, file names or tokens. */
export interface LogFields {
  /** Which of the two workers writes. */
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
  /** Of what somebody asked about their data. */
  requestedId?: string;
  /** Of the waiting list. */
  entryId?: string;
  uploadId?: string;
  jobId?: string;
  mailId?: string;
  jobType?: string;
  attempt?: number;
  /** Milliseconds a message was in the queue. */
  queuedMs?: number;
  /** Seconds until a message is delivered again. */
  delaySeconds?: number;
  /** A part of the sweep. */
  part?: string;
  /** What of a part failed that cleans several. */
  table?: string;
  integration?: string;
  /** Of the board. */
  itemId?: string;
  step?: string;
  count?: number;
  bytes?: number;
  reason?: string;
  /** Of the bot check: 0 (a script) to 100 (a person), and why it is no more. */
  score?: number;
  reasons?: readonly string[];
  reportId?: string;
  /** Of a request to sign the agreement. */
  agreementId?: string;
  /** Of something that is wrong, and the rule that says so. */
  incidentId?: string;
  rule?: string;
}

export type Level = "info" | "warn" | "error";

/** Writes one line. A parameter everywhere lines are written, so that tests can read them. */
export type Log = (level: Level, event: LogEvent, fields?: LogFields) => void;

/** A log that writes one JSON object per line to the worker's console, fields of `base` included. */
export function consoleLog(base: LogFields, now: () => Date): Log {
  return (level, event, details = {}) => {
    // Words of an error may quote what somebody typed, or was sent.
    const fields = details.reason ? { ...details, reason: scrubbed(details.reason) } : details;
    // Always the one method: local runs decorate the others, and a line must stay plain JSON.
    // biome-ignore lint/suspicious/noConsole: the platform's log sink is the console.
    console.log(JSON.stringify({ ts: now().toISOString(), level, event, ...base, ...fields }));
  };
}

/** A log, and what adds fields to its lines from then on. */
export interface BindableLog {
  log: Log;
  bind: (fields: LogFields) => void;
}

/**
 * A log to whose lines fields can be added later on, for work that learns what it is about: every
 * line from then on carries them.
 */
export function bindableLog(start: LogFields, now: () => Date): BindableLog {
  const base: LogFields = { ...start };
  return { log: consoleLog(base, now), bind: (fields) => void Object.assign(base, fields) };
}

const MAX_REASON = 300;

/**
 * An error as a short reason for a log line: its name and message, never its stack. The cause is
 * told instead where there is one: the database's wrapper quotes the values of the query.
 */
export function errorReason(thrownValue: unknown): string {
  const error =
    thrownValue instanceof Error && "cause" in thrownValue && thrownValue.cause instanceof Error
      ? thrownValue.cause
      : thrownValue;
  // What cannot be parsed is quoted in the message, be it somebody's name.
  if (error instanceof SyntaxError) return error.name;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // Half of an address would not be known for one.
  return text.length > MAX_REASON ? scrubbed(text).slice(0, MAX_REASON) : text;
}
