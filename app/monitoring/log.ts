/** The closed list of events; README shows the `wrangler tail` filters built on it. */
export type LogEvent =
  | "request"
  | "request.failed"
  | "draft.opened"
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
  | "mode.opened"
  | "mode.closed"
  | "mode.not-stored"
  | "columns.not-stored"
  | "link.opened"
  | "link.made"
  | "link.deactivated"
  | "tokens.unreadable"
  | "tokens.not-stored"
  | "error.reported";

/** What a line may carry: ids and figures only; never personal data, file names or tokens. */
export interface LogFields {
  requestId?: string;
  route?: string;
  method?: string;
  status?: number;
  ms?: number;
  draftId?: string;
  submissionId?: string;
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
}

export type Level = "info" | "warn" | "error";

/** Writes one line. A parameter everywhere lines are written, so that tests can read them. */
export type Log = (level: Level, event: LogEvent, fields?: LogFields) => void;

/** A log that writes one JSON object per line to the worker's console, fields of `base` included. */
export function consoleLog(base: LogFields = {}, now: () => Date = () => new Date()): Log {
  return (level, event, fields = {}) => {
    // Always the one method: local runs decorate the others, and a line must stay plain JSON.
    // biome-ignore lint/suspicious/noConsole: the platform's log sink is the console.
    console.log(JSON.stringify({ ts: now().toISOString(), level, event, ...base, ...fields }));
  };
}

/**
 * A log to whose lines fields can be added later on, for work that learns what it is about: every
 * line from then on carries them.
 */
export function bindableLog(now?: () => Date): { log: Log; bind: (fields: LogFields) => void } {
  const base: LogFields = {};
  return { log: consoleLog(base, now), bind: (fields) => void Object.assign(base, fields) };
}

/**
 * An error as a short reason for a log line: its name and message, never its stack. The cause is
 * told instead where there is one: the database's wrapper quotes the values of the query.
 */
export function reasonOf(thrown: unknown): string {
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  // What cannot be parsed is quoted in the message, be it somebody's name.
  if (error instanceof SyntaxError) return error.name;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, 300);
}
