import type { LogLine } from "./log-line";

/** Ids of what belongs to one submission alone: a line that has one of them leads to its others. */
const ID_FIELDS = ["submissionId", "draftId", "uploadId", "jobId", "mailId"] as const;

/** What artists and staff call a submission: the random end of its id, in two groups. */
const REFERENCE = /^([0-9A-HJKMNP-TV-Z]{5})-?([0-9A-HJKMNP-TV-Z]{5})$/i;
const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

/** How a submission was named: by its id, or by the end of it, in capitals. */
export interface SubmissionName {
  end: string;
}

/** Reads an id or a reference; undefined for what is neither. */
export function readName(input: string): SubmissionName | undefined {
  const text = input.trim().toUpperCase();
  if (ID.test(text)) return { end: text };
  const [, first, second] = REFERENCE.exec(text) ?? [];
  return first && second ? { end: first + second } : undefined;
}

/** The id with that name in these lines: of a submission, or of a draft, a file, a job or a mail. */
export function findId(lines: Iterable<LogLine>, { end }: SubmissionName): string | undefined {
  for (const line of lines)
    for (const field of ID_FIELDS) if (line[field]?.endsWith(end)) return line[field];
  return undefined;
}

/**
 * Finds the lines of one submission among those of all: its own, those of its draft, its files, its jobs
 * and its mails, and of the requests that wrote them what is about nothing else.
 */
export class LogTrail {
  readonly #ids: Set<string>;
  readonly #requests = new Set<string>();

  /** @param ids what is known to belong to it. */
  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
  }

  /** Takes what somebody else knows to belong to it. */
  add(ids: Iterable<string>): void {
    for (const id of ids) this.#ids.add(id);
  }

  /** Whether nobody knows anything that belongs to it. */
  get isLost(): boolean {
    return this.#ids.size === 0;
  }

  /** Learns what a line of ours names beside. @returns whether there was news. */
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
    // One press of staff may be about many submissions: its request is everybody's, its lines are not.
    return line.requestId !== undefined && this.#requests.has(line.requestId);
  }

  /** Those of these lines that are ours, in their order, with what earlier ones have told. */
  among(lines: readonly LogLine[]): LogLine[] {
    while (lines.filter((line) => this.#learn(line)).length > 0);
    return lines.filter((line) => this.#has(line));
  }
}
