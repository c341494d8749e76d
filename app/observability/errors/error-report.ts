import * as v from "valibot";
import { isId } from "~/platform/formats/id-shape";
import { normalizeText } from "~/platform/formats/normalize-text";
import { MAX_STACK } from "../monitoring-paths";
import {
  redactSecretsInText,
  redactUrlSecrets,
  sanitizeFacts,
  sanitizeUserAgent,
  scrubbed,
} from "../scrub";

export const MAX_REPORT_BYTES = 32 * 1024;
/** In bytes of JSON; larger metadata is dropped. */
const MAX_METADATA_BYTES = 1_500;

/** Worst first (specification, portal, section 9). */
export type Severity = "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
export type Category = "validation" | "upload" | "record" | "background" | "page" | "other";

const classes = {
  validating: { category: "validation", severity: "MEDIUM" },
  preparing: { category: "upload", severity: "MEDIUM" },
  tracks: { category: "upload", severity: "HIGH" },
  artwork: { category: "upload", severity: "HIGH" },
  "custom-artwork": { category: "upload", severity: "HIGH" },
  creating: { category: "record", severity: "CRITICAL" },
  created: { category: "record", severity: "LOW" },
  clips: { category: "background", severity: "LOW" },
  complete: { category: "other", severity: "LOW" },
  // Not stages of a submission: uncaught errors of a page, and below, unknown stages.
  page: { category: "page", severity: "MEDIUM" },
  // React re-rendered after a hydration mismatch, mostly caused by browser extensions; nothing is lost.
  hydration: { category: "page", severity: "LOW" },
  other: { category: "other", severity: "MEDIUM" },
} as const satisfies Record<string, { category: Category; severity: Severity }>;

export type ReportedStage = keyof typeof classes;

const isStage = (text: string): text is ReportedStage => Object.keys(classes).includes(text);

export function classify(stage: string): { category: Category; severity: Severity } {
  return classes[isStage(stage) ? stage : "other"];
}

const encoder = new TextEncoder();

/** Truncates a text to `max` bytes of UTF-8 without splitting a character. */
function truncateToBytes(text: string, max: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(max)).read);
}

/** Text without secrets, cut to `max` bytes instead of refused, and normalized like form input. */
const cleanText = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((input) => {
      const text = normalizeText(input);
      // Scrubbed before it is cut: half of an address would not be recognized.
      return truncateToBytes(text.length > max ? scrubbed(text) : redactSecretsInText(text), max);
    }),
  );

const momentSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((raw) => new Date(raw)),
  v.date(),
);

/** Known figures and words only; nothing personal is kept. */
const factsSchema = v.optional(
  v.pipe(
    v.union([
      v.string(),
      v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
    ]),
    v.transform(sanitizeFacts),
  ),
);

const jsonBytes = (value: object) => encoder.encode(JSON.stringify(value)).length;

/**
 * A report as pages send it (specification, wizard, section 7), reduced to what is stored: unknown
 * stages become `other`, and unknown ids, browsers, builds and figures are dropped.
 */
export const errorReportSchema = v.object({
  submissionId: v.fallback(v.nullable(v.pipe(v.string(), v.check(isId))), null),
  errorData: v.object({
    message: v.pipe(cleanText(1_000), v.minLength(1)),
    stack: v.fallback(v.nullable(cleanText(MAX_STACK)), null),
    stage: v.pipe(
      v.string(),
      v.minLength(1),
      v.transform((raw): ReportedStage => (isStage(raw) ? raw : "other")),
    ),
    timestamp: momentSchema,
    url: v.fallback(v.nullable(v.pipe(v.string(), v.transform(redactUrlSecrets))), null),
    userAgent: v.fallback(v.nullable(v.pipe(v.string(), v.transform(sanitizeUserAgent))), null),
    release: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\da-f]{1,40}$/))), null),
    metadata: v.pipe(
      v.optional(
        v.object({ viewport: factsSchema, connection: factsSchema, performance: factsSchema }),
        {},
      ),
      v.transform((raw) => (jsonBytes(raw) > MAX_METADATA_BYTES ? {} : raw)),
    ),
  }),
});
export type ErrorReport = v.InferOutput<typeof errorReportSchema>;
