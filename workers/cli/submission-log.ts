import type { LogLine } from "./log-line";

/** Fields with ids that belong to one submission only; a line with one of them links its other ids. */
const ID_FIELDS = ["submissionId", "draftId", "uploadId", "jobId", "mailId"] as const;

/** The reference of a submission: the random end of its id, in two groups. */
const REFERENCE = /^([0-9A-HJKMNP-TV-Z]{5})-?([0-9A-HJKMNP-TV-Z]{5})$/i;
const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

/** The name of a submission: its id or the end of it, in capitals. */
export interface SubmissionName {
  end: string;
}

/** Parses an id or a reference; undefined for anything else. */
export function readName(input: string): SubmissionName | undefined {
  const text = input.trim().toUpperCase();
  if (ID.test(text)) return { end: text };
  const [, first, second] = REFERENCE.exec(text) ?? [];
  return first && second ? { end: first + second } : undefined;
}

/** Finds the id with that name in these lines: of a submission, draft, file, job or mail. */
export function findId(lines: Iterable<LogLine>, { end }: SubmissionName): string | undefined {
  for (const line of lines)
    for (const field of ID_FIELDS) if (line[field]?.endsWith(end)) return line[field];
  return undefined;
}

/**
 * Finds the lines of one submission: its own, those of its draft, files, jobs and mails, and lines of
 * their requests that name nothing else.
 */
export class LogTrail {
  readonly #ids: Set<string>;
  readonly #requests = new Set<string>();

  /** @param ids that are known to belong to it. */
  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
  }

  /** Adds ids that belong to it. */
  add(ids: Iterable<string>): void {
    for (const id of ids) this.#ids.add(id);
  }

  /** Whether no id of it is known. */
  get isLost(): boolean {
    return this.#ids.size === 0;
  }

  /** Adds the other ids in a line of this submission. @returns whether any was new. */
  #learn(line: LogLine): boolean {
    const names = ID_FIELDS.flatMap((field) => line[field] ?? []);
    if (!names.some((id) => this.#ids.has(id))) return false;
    const before = this.#ids.size + this.#requests.size;
    for (const id of names) this.#ids.add(id);
    if (line.requestId) this.#requests.add(line.requestId);
    return this.#ids.size + this.#requests.size > before;
  }

  #has(line: LogLine): boolean {
    const names = ID_FIELDS.flatMap((field) => line[field] ?? []);
    if (names.length > 0) return names.some((id) => this.#ids.has(id));
    // A request may be about several submissions, so only lines without other ids match by it.
    return line.requestId !== undefined && this.#requests.has(line.requestId);
  }

  /** The lines that belong to this submission, in their order. */
  among(lines: readonly LogLine[]): LogLine[] {
    while (lines.filter((line) => this.#learn(line)).length > 0);
    return lines.filter((line) => this.#has(line));
  }
}
