import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // How React writes attributes and tags without an end, which means the same to a browser.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // Ids that React makes up begin with a colon, as ids may.
    "valid-id": ["error", { relaxed: true }],
    // Advice, where the standard leaves a choice: sizes and colours of single elements, lists of
    // suggestions, groups that are named without a legend, buttons that need not say that they submit.
    "no-inline-style": "off",
    "no-implicit-button-type": "off",
    "prefer-native-element": "off",
    "wcag/h71": "off",
    // A submit button may stand outside its form and name it.
    "wcag/h32": "off",
    // A player may have a name of its own.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
});

/** Ids, tokens and times are such words, where they have a digit: no two drafts have them alike. */
const LONG_WORD = /[\w-]{13,}/g;

/** What is said on a page; a title counts by its length, too, and stays. */
const SAID = />([^<>]*[^<>\s][^<>]*)(?=<)(?!<\/title>)/g;
/** What is said in attributes, or was typed. */
const SAID_ASIDE = / (value|alt|placeholder|aria-label)="([^"]+)"/g;
/** Letters and digits of what is said; how characters are written is judged, and stays. */
const LETTERS = /(&#?\w+;)|[\p{L}\p{N}]+/gu;

/**
 * Tells pages apart by all that a validator looks at: what scripts say is left out; ids, tokens and what
 * is said or typed count by their place alone, so that two that are the same still are.
 */
export function htmlFingerprint(html: string): string {
  const places = new Map<string, number>();
  const placeOf = (word: string) => {
    const at = places.get(word) ?? places.size;
    places.set(word, at);
    return `#${at}`;
  };
  const textOf = (text: string) =>
    placeOf(text) + text.replaceAll(LETTERS, (_, entity: string = "") => entity);
  const shape = html
    .replaceAll(/(<script\b[^>]*>)[\s\S]*?(<\/script>)/g, "$1$2")
    .replaceAll(/ nonce="[^"]*"/g, ' nonce="one"')
    .replaceAll(SAID_ASIDE, (_, name: string, text: string) => ` ${name}="${textOf(text)}"`)
    .replaceAll(SAID, (_, text: string) => `>${textOf(text)}`)
    .replaceAll(LONG_WORD, (word) => (/\d/.test(word) ? placeOf(word) : word));
  return createHash("sha256").update(shape).digest("hex");
}

const sound = new Set<string>();

/** Where the processes of one run tell each other which pages were sound. */
function markOf(shape: string): string | undefined {
  const { APP_STATE_DIR: folder } = process.env;
  if (!folder) return undefined;
  mkdirSync(join(folder, "sound-html"), { recursive: true });
  return join(folder, "sound-html", shape);
}

/**
 * What a validator finds in the HTML of a page: a line for each error, with where it is. A page that
 * was sound is not looked through again in this run, which took a third of what browser tests cost.
 */
export async function htmlErrors(html: string): Promise<string[]> {
  const shape = htmlFingerprint(html);
  const mark = markOf(shape);
  if (sound.has(shape) || (mark && existsSync(mark))) return [];
  const errors = await markupFaults(html);
  if (errors.length > 0) return errors;
  sound.add(shape);
  if (mark) writeFileSync(mark, "");
  return [];
}

async function markupFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ severity }) => severity > 1)
      .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
