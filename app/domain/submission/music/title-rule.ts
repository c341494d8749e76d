/** What the rules about titles know of a release. */
export interface TitleContext {
  artistName: string;
  /** Whether the title is the release's own. */
  isRelease: boolean;
}

/** A change that needs no thought: the new title, and who is credited instead. */
export interface TitleFix {
  title: string;
  featured?: readonly string[];
  producers?: readonly string[];
}

export interface TitleFinding {
  /** What was found and what to do. */
  text: string;
  fix?: TitleFix;
}

export interface TitleRule {
  /** Part of intents: letters and hyphens only. */
  name: string;
  /** In a word or two, for the row of a track; left out where there is nothing to do yet. */
  mark?: string;
  /** What several such titles do: "2 titles" goes before it. */
  many?: string;
  /** Why stores ask for it. */
  why: string;
  find: (title: string, context: TitleContext) => TitleFinding | undefined;
}

/** One space between words, none at the ends, no empty brackets. */
export function tidyTitle(title: string): string {
  return title
    .replace(/\(\s*\)|\[\s*\]|\{\s*\}/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ ([,;:!?)\]])/g, "$1")
    .replace(/([([])\s+/g, "$1")
    .replace(/^[\s,;:]+|(?<![\s,;:])[\s,;:]+$| [-–—|]+$/gu, "")
    .trim();
}

/** For comparing titles and names: case, width and white space do not count. */
export function titleKey(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/**
 * A finding whose fix solves it; without the fix where that would leave no title or leave the
 * finding, so that a button never does nothing.
 */
export function findingOf(
  rule: TitleRule,
  title: string,
  context: TitleContext,
): TitleFinding | undefined {
  const finding = rule.find(title, context);
  if (!finding?.fix) return finding;
  const fixedTitle = finding.fix.title;
  const isSolved = fixedTitle !== "" && rule.find(fixedTitle, context) === undefined;
  return isSolved ? finding : { text: finding.text };
}
