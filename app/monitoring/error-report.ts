import * as v from "valibot";
import type { RunStage } from "~/submission/submission-run";
import { withoutSecrets, withoutSecretsIn } from "./reported-url";

/** Where pages send what went wrong. */
export const REPORT_PATH = "/api/monitoring/error-report";
/** The most bytes a whole report may have. */
export const MAX_REPORT_BYTES = 32 * 1024;
/** What is kept of a stack trace, in characters. */
export const MAX_STACK = 8 * 1024;

/** How bad it is (specification, portal, section 9), the worst first. */
export type Severity = "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
export type Category = "validation" | "upload" | "record" | "background" | "other";

const classes: Record<RunStage, { category: Category; severity: Severity }> = {
  validating: { category: "validation", severity: "MEDIUM" },
  preparing: { category: "upload", severity: "MEDIUM" },
  tracks: { category: "upload", severity: "HIGH" },
  artwork: { category: "upload", severity: "HIGH" },
  "custom-artwork": { category: "upload", severity: "HIGH" },
  creating: { category: "record", severity: "CRITICAL" },
  created: { category: "record", severity: "LOW" },
  clips: { category: "background", severity: "LOW" },
  complete: { category: "other", severity: "LOW" },
};

/** How a failure counts, by the stage of the submission run in which it happened. */
export function classify(stage: string): { category: Category; severity: Severity } {
  const known = Object.entries(classes).find(([name]) => name === stage);
  return known ? known[1] : { category: "other", severity: "MEDIUM" };
}

/** Text cut to `max` characters: a long report is worth more than none. */
const cut = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, max)),
  );
const cleaned = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => withoutSecretsIn(text).slice(0, max)),
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

/** A report as pages send it (specification, wizard, section 7), cut to what is kept. */
export const errorReportSchema = v.object({
  submissionId: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))), null),
  errorData: v.object({
    message: v.pipe(cleaned(1_000), v.minLength(1)),
    stack: v.fallback(v.nullable(cleaned(MAX_STACK)), null),
    stage: v.pipe(cut(60), v.minLength(1)),
    timestamp: moment,
    url: v.fallback(v.nullable(v.pipe(v.string(), v.transform(withoutSecrets))), null),
    userAgent: v.fallback(v.nullable(cut(400)), null),
    metadata: v.optional(v.object({ viewport: facts, connection: facts, performance: facts }), {}),
  }),
});
export type ErrorReport = v.InferOutput<typeof errorReportSchema>;
