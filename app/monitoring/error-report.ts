import * as v from "valibot";
import { withoutSecrets, withoutSecretsIn } from "./reported-url";

/** Where pages send what went wrong. */
export const REPORT_PATH = "/api/monitoring/error-report";
/** The most bytes a whole report may have. */
export const MAX_REPORT_BYTES = 32 * 1024;
/** What is kept of a stack trace, in bytes. */
export const MAX_STACK = 4 * 1024;
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
  // No stage of a run: what nobody caught on a page.
  page: { category: "page", severity: "MEDIUM" },
} as const satisfies Record<string, { category: Category; severity: Severity }>;

/** The stages of a submission run, as reports name them. */
export type ReportedStage = keyof typeof classes;

/** How a failure counts, by the stage of the submission run in which it happened. */
export function classify(stage: string): { category: Category; severity: Severity } {
  const known = Object.entries(classes).find(([name]) => name === stage);
  return known ? known[1] : { category: "other", severity: "MEDIUM" };
}

const encoder = new TextEncoder();

/** The beginning of a text that fits into `max` bytes as UTF-8, no character cut in two. */
function fitting(text: string, max: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(max)).read);
}

/** Text cut to `max` bytes: a long report is worth more than none, and no row is large. */
const cut = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => fitting(text, max)),
  );
const cleaned = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => fitting(withoutSecretsIn(text), max)),
  );

const moment = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((given) => new Date(given)),
  v.date(),
);

/** A handful of figures and words, or a text. */
const facts = v.optional(
  v.union([cut(200), v.record(cut(60), v.nullable(v.union([cut(200), v.number(), v.boolean()])))]),
);

const bytesOf = (value: object) => encoder.encode(JSON.stringify(value)).length;

/** A report as pages send it (specification, wizard, section 7), cut to what is kept. */
export const errorReportSchema = v.object({
  submissionId: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))), null),
  errorData: v.object({
    message: v.pipe(cleaned(1_000), v.minLength(1)),
    stack: v.fallback(v.nullable(cleaned(MAX_STACK)), null),
    stage: v.pipe(cut(60), v.minLength(1)),
    timestamp: moment,
    url: v.fallback(v.nullable(v.pipe(v.string(), v.transform(withoutSecrets))), null),
    // No browser calls itself by markup.
    userAgent: v.fallback(v.nullable(v.pipe(cut(400), v.regex(/^[^<>]*$/))), null),
    /** The build that the page was loaded with. */
    release: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/))), null),
    metadata: v.pipe(
      v.optional(v.object({ viewport: facts, connection: facts, performance: facts }), {}),
      v.transform((given) => (bytesOf(given) > MAX_METADATA ? {} : given)),
    ),
  }),
});
export type ErrorReport = v.InferOutput<typeof errorReportSchema>;
