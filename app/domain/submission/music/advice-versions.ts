import { type TitleFinding, type TitleRule, tidyTitle } from "./title-rule";

/** What a version is called: at the end of its name, or "live" with its place. */
const VERSION =
  /^(?:.*\s)?(?:re-?mix|mix|edit|version|re-?master(?:ed)?(?: \d{4})?|\d{4} re-?master(?:ed)?|acoustic|instrumental|demo|unplugged|a ?cappella|karaoke|sped up|slowed(?: (?:down|\+ reverb))?|extended|live|bonus track|vip|rework|dub)$|^live (?:at|in|from|on|session)\b.*$/iu;

const IN_ROUND_BRACKETS = /\(([^()]+)\)\s*$/u;
const IN_OTHER_BRACKETS = /[[{]([^[\]{}]+)[\]}]\s*$/u;
const AFTER_DASH = /\s[-–—]([^-–—()[\]{}]+)$/u;

const isVersion = (text: string | undefined): text is string =>
  text !== undefined && VERSION.test(text.trim());

/** A version behind a dash or in brackets that are not round. */
function findForm(title: string): TitleFinding | undefined {
  const match = [IN_OTHER_BRACKETS, AFTER_DASH]
    .map((pattern) => pattern.exec(title))
    .find((candidate) => isVersion(candidate?.[1]));
  if (!match) return undefined;
  const version = (match[1] ?? "").trim();
  const name = tidyTitle(title.slice(0, match.index));
  if (name === "") return undefined;
  return {
    text: `"${version}" is a version. Write versions in round brackets: "${name} (${version})".`,
    fix: { title: `${name} (${version})` },
  };
}

/** The version in round brackets at the end of a title; empty where there is none. */
export function versionIn(title: string): string {
  const version = IN_ROUND_BRACKETS.exec(title)?.[1]?.trim();
  return isVersion(version) ? version : "";
}

export const withoutVersion = (title: string): string =>
  versionIn(title) ? title.replace(IN_ROUND_BRACKETS, "").trim() : title;

/** A title with its version in round brackets, wherever it stood. */
export const withVersion = (title: string): string => findForm(title)?.fix?.title ?? title;

export const versionRules: readonly TitleRule[] = [
  {
    name: "version-form",
    mark: "Version",
    many: "have a version that isn't in round brackets",
    why: "Stores know a version by round brackets, and may merge it with the original otherwise.",
    find: findForm,
  },
];
