import { sha256Hex } from "~/platform/hash";
import { errorReason } from "../log";
import { scrubbed } from "../scrub";
import { type Category, classify, type Severity } from "./error-report";

interface RawFailure {
  source: Source;
  /** The stage of a submission, `METHOD ROUTE` of a request, or the type of a job. */
  stage: string;
  message: string;
  stack: string | null;
  url: string | null;
  release: string | null;
}

/** Scrubbed for storage, with its cause. */
export interface Failure extends RawFailure {
  /** Id of the cause. */
  groupId: string;
  category: string;
  severity: string;
  frame: string | null;
}

const MAX_MESSAGE = 1_000;
const MAX_STAGE = 80;

/** Scrubs a failure and adds its cause and severity. */
export async function toStoredFailure(rawFailure: RawFailure): Promise<Failure> {
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

/** Message and stack of a thrown value, or of its cause if it has one, as in log lines. */
export function describeThrown(thrownValue: unknown): { message: string; stack: string | null } {
  const error =
    thrownValue instanceof Error && thrownValue.cause instanceof Error
      ? thrownValue.cause
      : thrownValue;
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  // The first lines of a stack are the message, which may quote user input.
  const frames = stack?.split("\n").filter((line) => /^\s*at /.test(line));
  return { message: errorReason(thrownValue), stack: frames?.join("\n").slice(0, 4_096) ?? null };
}

/** A browser, a request, or the jobs worker. */
export type Source = "browser" | "site" | "jobs";

interface Rule {
  source: Source;
  stage: RegExp;
  category: Category;
  severity: Severity;
}

/**
 * Severity by what an artist loses; the first match counts. Browser errors go by stage
 * (`error-report.ts`). The rules in words are in docs/monitoring.md.
 */
const RULES: readonly Rule[] = [
  {
    source: "site",
    stage: /^(?:POST|PUT) \/(?:submit\/review|api\/submission\/record)$/,
    category: "record",
    severity: "CRITICAL",
  },
  {
    source: "site",
    stage: /^\S+ \/api\/(?:upload|cloud-storage)/,
    category: "upload",
    severity: "HIGH",
  },
  {
    source: "site",
    stage:
      /^\S+ \/(?:submit|login|i|r|api\/(?:submission|drafts|waiting-list|invitation|returning-artist))(?:\/|$)/,
    category: "page",
    severity: "HIGH",
  },
  // Lookups that artists can do without.
  {
    source: "site",
    stage: /^\S+ \/(?:api\/(?:spotify|google|monday)|test-dashboard|staff\/connections)(?:\/|$)/,
    category: "other",
    severity: "LOW",
  },
  { source: "site", stage: /./, category: "page", severity: "MEDIUM" },
  {
    source: "jobs",
    stage:
      /^(?:sync-board|sync-waiting-list|send-mail|mail-links|confirm-by-mail|confirm-waiting-list)$/,
    category: "background",
    severity: "HIGH",
  },
  { source: "jobs", stage: /./, category: "background", severity: "MEDIUM" },
];

export function severityOf(
  source: Source,
  stage: string,
): { category: Category; severity: Severity } {
  if (source === "browser") return classify(stage);
  // A page's data request counts as the page.
  const page = stage.replace(/\.data$/, "");
  const rule = RULES.find((candidate) => candidate.source === source && candidate.stage.test(page));
  const { category, severity } = rule ?? { category: "other", severity: "MEDIUM" };
  return { category, severity };
}

/** The content hash in a script's name, which changes with every build. */
const BUILD_CODE = /-[\w-]{8}(?=\.(?:js|css))/g;

/** Frames of Chromium and of other browsers; Safari names code outside functions with two words. */
const FRAME = /^\s*at |^(?:(?:global|module|eval) code|[^\s@]*)@\S+:\d+/;

/**
 * The top frame of a stack in our code, without the site's address and build hash. Frames of the
 * language itself name no file and are skipped.
 * @returns null if no line is a frame.
 */
export function topFrame(stack: string | null): string | null {
  const frames = stack?.split("\n").filter((candidate) => FRAME.test(candidate));
  const line = frames?.find((candidate) => fileInFrame(candidate) !== "") ?? frames?.[0];
  if (line === undefined) return null;
  return line
    .trim()
    .replace(/https?:\/\/[^/\s)]+\/(?:assets\/)?/g, "")
    .replace(BUILD_CODE, "")
    .slice(0, 200);
}

/** Only the file: lines and minified names change with every build. */
const fileInFrame = (frame: string | null) =>
  /(?<![\w.$:/-])[\w.$:/-]+?\.[mc]?[jt]sx?\b/.exec(frame ?? "")?.[0] ?? "";

/** Placeholders of redacted address parts. */
const REDACTED_PARTS = /(?:\/:(?:id|name|number|other|token)\b)+/g;

/** A message without variable parts: ids, numbers, case and spacing. */
const normalizeMessage = (message: string) =>
  message
    .replace(BUILD_CODE, "")
    .toLowerCase()
    .replace(REDACTED_PARTS, "/:")
    .replace(/\b0x[\da-f]+\b|\b(?=[a-f]*\d)[\da-f]{6,}\b|\[(?:id|number)\]/g, "#")
    .replace(/(?:(?<!\S)[-+])?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300);

/**
 * The fingerprint of a cause: source, stage, message pattern and file.
 * @param message scrubbed, see `scrub.ts`.
 */
export async function fingerprint(failure: {
  source: string;
  stage: string;
  message: string;
  stack: string | null;
}): Promise<string> {
  const { source, stage, message, stack } = failure;
  const parts = [source, stage, normalizeMessage(message), fileInFrame(topFrame(stack))];
  return (await sha256Hex(JSON.stringify(parts))).slice(0, 32);
}
