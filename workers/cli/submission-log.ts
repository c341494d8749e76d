import type { LogLine } from "./log-line";

/** Fields with ids that belong to one submission only; a line with one of them links its other ids. */
const ID_FIELDS = ["submissionId", "draftId", "uploadId", "jobId", "mailId"] as const;

/** The reference of a submission: the random end of its id, in two groups. */
const REFERENCE = /^([0-9A-HJKMNP-TV-Z]{5})-?([0-9A-HJKMNP-TV-Z]{5})$/i;
const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

/** Parses an id or a reference, both as the end of an id; undefined for anything else. */
export function readName(input: string): string | undefined {
  const text = input.trim().toUpperCase();
  if (ID.test(text)) return text;
  const [, first, second] = REFERENCE.exec(text) ?? [];
  return first && second ? first + second : undefined;
}

/**
 * Creates a filter for the lines of one submission: its own, those of its draft, files, jobs and mails,
 * and lines of their requests that name nothing else. What it learns from lines counts for later ones.
 * @param end the end of the id of the submission, or of its draft, a file, a job or a mail.
 */
export function createTrail(end: string): (lines: readonly LogLine[]) => LogLine[] {
  const ids = new Set<unknown>();
  const requests = new Set<unknown>();
  const idsOf = (line: LogLine) => ID_FIELDS.flatMap((field) => line[field] ?? []);
  const isOwn = (id: unknown) => ids.has(id) || String(id).endsWith(end);
  const learn = (line: LogLine) => {
    if (!idsOf(line).some(isOwn)) return;
    for (const id of idsOf(line)) ids.add(id);
    if (line.requestId) requests.add(line.requestId);
  };
  return (lines) => {
    let before: number;
    do {
      before = ids.size;
      lines.forEach(learn);
    } while (ids.size > before);
    // A request may be about several submissions, so only lines without other ids match by it.
    return lines.filter((line) =>
      idsOf(line).length > 0 ? idsOf(line).some(isOwn) : requests.has(line.requestId),
    );
  };
}
