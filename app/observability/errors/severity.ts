import { type Category, classify, type Severity } from "../error-report";

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
