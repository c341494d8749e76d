import * as v from "valibot";
import type { Level } from "../../app/observability/log";
import { EVENTS } from "../../app/observability/log-events";

/** A log line of this or another version of the workers: any other field is kept. */
const lineSchema = v.objectWithRest(
  {
    ts: v.pipe(v.string(), v.isoTimestamp()),
    level: v.picklist(["info", "warn", "error"] satisfies Level[]),
    event: v.string(),
  },
  v.unknown(),
);
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

const MARKS: Record<Level, string> = { info: " ", warn: "!", error: "✗" };

/** The event's column, as wide as the longest name. */
const WIDTH = Math.max(...Object.keys(EVENTS).map((event) => event.length));

/** What a line is about: the first of these that it has is the id that `npm run logs` accepts. */
const SUBJECTS = ["submissionId", "draftId", "entryId", "artistId"] as const;

/** An event of another version has no text here. */
const texts: Record<string, string | undefined> = EVENTS;

/**
 * Formats a line: time (UTC), worker, event, what it tells, and its other fields but ids.
 * @param showSubject adds the id that it is about at the end.
 */
function formatLine(line: LogLine, showSubject: boolean): string {
  const { ts, level, event, worker, method, route, status, ...fields } = line;
  const text = event === "request" ? `${method} ${route}: ${status}` : texts[event];
  const details = Object.entries(fields)
    .filter(([name]) => !name.endsWith("Id"))
    .map(([name, value]) => `${name} ${value}`);
  const subject = SUBJECTS.find((name) => line[name]);
  if (showSubject && subject) details.push(`${subject} ${line[subject]}`);
  const columns = [
    ts.slice(11, 23),
    String(worker ?? "").padEnd(4),
    `${MARKS[level]} ${event.padEnd(WIDTH)}`,
    [...(text ? [text] : []), ...details].join(" · "),
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
    write(formatLine(line, showSubject));
  };
}
