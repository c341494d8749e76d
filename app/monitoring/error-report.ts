import * as v from "valibot";
import { isId } from "~/platform/formats/id-shape";
import { normalizeText } from "~/platform/formats/normalize-text";
import { MAX_STACK } from "./report-path";
import { sanitizeFacts, sanitizeUserAgent } from "./reported-browser";
import { redactSecretsInText, redactUrlSecrets } from "./reported-url";
import { scrubbed } from "./scrub";

/** The most bytes a whole report may have. */
export const MAX_REPORT_BYTES = 32 * 1024;
/** What is kept of the figures about the page, in bytes of JSON; more than that is none of ours. */
const MAX_METADATA = 1_500;

/** How bad it is (specification, portal, section 9), the worst first. */
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
  // No stages of a run: what nobody caught on a page, and below what no page of ours says.
  page: { category: "page", severity: "MEDIUM" },
  // React had to draw a page anew: most often somebody else's script has changed it, and nothing is lost.
  hydration: { category: "page", severity: "LOW" },
  other: { category: "other", severity: "MEDIUM" },
} as const satisfies Record<string, { category: Category; severity: Severity }>;

/** The stages of a submission run, as reports name them. */
export type ReportedStage = keyof typeof classes;

const isStage = (text: string): text is ReportedStage => Object.keys(classes).includes(text);

/** How a failure counts, by the stage of the submission run in which it happened. */
export function classify(stage: string): { category: Category; severity: Severity } {
  return classes[isStage(stage) ? stage : "other"];
}

const encoder = new TextEncoder();

/** The beginning of a text that fits into `max` bytes as UTF-8, no character cut in two. */
function fitting(text: string, max: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(max)).read);
}

/**
 * Text without secrets, cut to `max` bytes: a long report is worth more than none, and no row is large. It is
 * normalized, as every form is.
 */
const cleanText = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((input) => {
      const text = normalizeText(input);
      // Half of what is somebody's would not be known for it.
      return fitting(text.length > max ? scrubbed(text) : redactSecretsInText(text), max);
    }),
  );

const moment = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((raw) => new Date(raw)),
  v.date(),
);

/** A handful of figures and words, or a text; of them what can be nobody's is kept. */
const facts = v.optional(
  v.pipe(
    v.union([
      v.string(),
      v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
    ]),
    v.transform(sanitizeFacts),
  ),
);

const bytesOf = (value: object) => encoder.encode(JSON.stringify(value)).length;

/**
 * A report as pages send it (specification, wizard, section 7), cut to what is kept: a stage that no page
 * of ours has is another, and what is no id, browser, build or figure of a page is left out.
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
    timestamp: moment,
    url: v.fallback(v.nullable(v.pipe(v.string(), v.transform(redactUrlSecrets))), null),
    userAgent: v.fallback(v.nullable(v.pipe(v.string(), v.transform(sanitizeUserAgent))), null),
    /** The build that the page was loaded with. */
    release: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\da-f]{1,40}$/))), null),
    metadata: v.pipe(
      v.optional(v.object({ viewport: facts, connection: facts, performance: facts }), {}),
      v.transform((raw) => (bytesOf(raw) > MAX_METADATA ? {} : raw)),
    ),
  }),
});
export type ErrorReport = v.InferOutput<typeof errorReportSchema>;
