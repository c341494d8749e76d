import { type Category, classify, type Severity } from "../error-report";

/** Where something went wrong: in a browser, in a request, or in the jobs worker. */
export type Source = "browser" | "site" | "jobs";

interface Rule {
  source: Source;
  /** What its stage looks like. */
  stage: RegExp;
  category: Category;
  severity: Severity;
}

/**
 * How bad it is, by what an artist loses, the first that fits; what happened in a browser goes by the
 * stage of the run (`error-report.ts`). The rule in words is in docs/monitoring.md.
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
  // Looked up for somebody who can go on without.
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

/** How a failure counts, by where it happened and in which stage. */
export function severityOf(
  source: Source,
  stage: string,
): { category: Category; severity: Severity } {
  if (source === "browser") return classify(stage);
  // The data of a page is the page.
  const page = stage.replace(/\.data$/, "");
  const rule = RULES.find((one) => one.source === source && one.stage.test(page));
  const { category, severity } = rule ?? { category: "other", severity: "MEDIUM" };
  return { category, severity };
}
