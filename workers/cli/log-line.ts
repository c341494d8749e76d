import * as v from "valibot";
import type { Level, LogEvent } from "../../app/observability/log";
import { EVENTS } from "../../app/observability/log-events";
import { formatBytes } from "../../app/platform/formats/bytes";

const text = v.optional(v.string());
const figure = v.optional(v.number());

/** A log line of this or another version of the workers: unknown fields are kept. */
const lineSchema = v.looseObject({
  ts: v.pipe(v.string(), v.isoTimestamp()),
  level: v.picklist(["info", "warn", "error"] satisfies Level[]),
  event: v.string(),
  worker: text,
  requestId: text,
  route: text,
  method: text,
  reason: text,
  step: text,
  draftId: text,
  submissionId: text,
  uploadId: text,
  jobId: text,
  mailId: text,
  entryId: text,
  artistId: text,
  jobType: text,
  part: text,
  integration: text,
  rule: text,
  status: figure,
  ms: figure,
  queuedMs: figure,
  attempt: figure,
  delaySeconds: figure,
  count: figure,
  bytes: figure,
  score: figure,
  reasons: v.optional(v.array(v.string())),
});
export type LogLine = v.InferOutput<typeof lineSchema>;

/** Parses the log line in a line of output, with or without a prefix; undefined where there is none. */
export function readLogLine(output: string): LogLine | undefined {
  const json = /(\{"ts".*\})\s*$/.exec(output)?.[1];
  if (!json) return undefined;
  try {
    const parsed = v.safeParse(lineSchema, JSON.parse(json));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // Truncated, for example by a full disk.
    return undefined;
  }
}

function isKnownEvent(event: string): event is LogEvent {
  return event in EVENTS;
}

/** A length of time: "840 ms", "12 s", "3 min". */
function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;
}

/** The details of a line, the most important first. */
function toDetails(line: LogLine): string[] {
  const { jobType, attempt, part, integration, step, rule, reason, delaySeconds } = line;
  const { queuedMs, count, bytes, score, reasons } = line;
  return [
    jobType ?? "",
    attempt !== undefined && attempt > 1 ? `attempt ${attempt}` : "",
    ...[part, integration, step, rule].map((name) => name ?? ""),
    ...(reason ? [reason] : []),
    delaySeconds === undefined ? "" : `again in ${formatDuration(delaySeconds * 1_000)}`,
    queuedMs === undefined ? "" : `${formatDuration(queuedMs)} in the queue`,
    count ? String(count) : "",
    bytes === undefined ? "" : formatBytes(bytes),
    score === undefined ? "" : `score ${score}`,
    (reasons ?? []).join("; "),
  ].filter((detail) => detail !== "");
}

function toDescription(line: LogLine): string {
  const { event, route, method, status } = line;
  if (event === "request") return `${method ?? ""} ${route ?? ""}: ${status ?? ""}`.trim();
  // An event of another version has no text here; its fields are printed all the same.
  const eventText: string = isKnownEvent(event) ? EVENTS[event] : "";
  return [eventText, ...toDetails(line)].filter((part) => part !== "").join(" · ");
}

const MARKS: Record<Level, string> = { info: " ", warn: "!", error: "✗" };

/** The event's column, as wide as the longest name. */
const WIDTH = Math.max(...Object.keys(EVENTS).map((event) => event.length));

/** The subject of a line: the id that `npm run logs` accepts, or else the most specific one. */
function toSubject({ submissionId, draftId, entryId, artistId }: LogLine): string {
  if (submissionId) return submissionId;
  if (draftId) return `draft ${draftId}`;
  if (entryId) return `entry ${entryId}`;
  return artistId ? `artist ${artistId}` : "";
}

/**
 * Formats a line: time (UTC), worker, event, description, duration.
 * @param showSubject adds the subject at the end.
 */
function formatLine(line: LogLine, { ofMany: showSubject = false } = {}): string {
  const { ts, level, event, worker, ms } = line;
  const duration = ms === undefined ? "" : formatDuration(ms);
  const subject = showSubject ? toSubject(line) : "";
  const columns = [
    ts.slice(11, 23),
    (worker ?? "").padEnd(4),
    `${MARKS[level]} ${event.padEnd(WIDTH)}`,
    [toDescription(line), duration, subject].filter((part) => part !== "").join("  "),
  ];
  // The text of an error may have line breaks or terminal control characters.
  return columns
    .join("  ")
    .replace(/\p{Cc}+/gu, " ")
    .trimEnd();
}

/** Prints lines one by one, each day under its date. */
export function linePrinter(
  write: (text: string) => void,
  { ofMany: showSubject = false, json = false } = {},
) {
  let day = "";
  return (line: LogLine): void => {
    if (json) {
      write(JSON.stringify(line));
      return;
    }
    const date = line.ts.slice(0, 10);
    if (date !== day) write(`${day === "" ? "" : "\n"}${date}, times in UTC`);
    day = date;
    write(formatLine(line, { ofMany: showSubject }));
  };
}
