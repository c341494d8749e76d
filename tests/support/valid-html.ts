import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HtmlElement, HtmlValidate, Rule } from "html-validate";

/* What the Nu checker finds, and no rule of html-validate's does. */

/** Nothing may stand after the body, nor after the end of the page. */
class NothingAfterBody extends Rule {
  setup(): void {
    this.on("dom:ready", ({ document }) => {
      const roots = document.root.childElements;
      const htmlChildren = roots.find(({ tagName }) => tagName === "html")?.childElements ?? [];
      const misplaced = [
        ...roots.filter(({ tagName }) => tagName !== "html"),
        ...htmlChildren.slice(htmlChildren.findIndex(({ tagName }) => tagName === "body") + 1),
      ];
      for (const node of htmlChildren.length > 0 ? misplaced : [])
        this.report({ node, message: `<${node.tagName}> after the body` });
    });
  }
}

/** A list in which one thing can be chosen has at most one chosen. */
class OneChosenOption extends Rule {
  setup(): void {
    this.on("dom:ready", ({ document }) => {
      const isSingle = (list: HtmlElement) => !list.hasAttribute("multiple");
      for (const list of document.querySelectorAll("select").filter(isSingle))
        for (const node of list.querySelectorAll("option[selected]").slice(1))
          this.report({ node, message: "A second option is chosen in a list for one" });
    });
  }
}

const validator = new HtmlValidate({
  root: true,
  plugins: [
    {
      name: "nu",
      rules: { "nothing-after-body": NothingAfterBody, "one-chosen-option": OneChosenOption },
    },
  ],
  extends: ["html-validate:recommended"],
  rules: {
    "nothing-after-body": "error",
    "one-chosen-option": "error",
    // No level is left out on the way down. A dialog may stand before all else, and begins with an h2; that a
    // page has an h1, axe tells.
    "heading-level": ["error", { minInitialRank: "h2", sectioningRoots: [] }],
    // How React writes attributes and tags without an end, which means the same to a browser.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // Ids that React makes up begin with a colon, as ids may.
    "valid-id": ["error", { relaxed: true }],
    // Advice, where the standard leaves a choice: sizes and colours of single elements, lists of
    // suggestions, groups that are named without a legend.
    "no-inline-style": "off",
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
const SHOWN_TEXT = />([^<>]*[^<>\s][^<>]*)(?=<)(?!<\/title>)/g;
/** What is said in attributes, or was typed. */
const ATTRIBUTE_TEXT = / (value|alt|placeholder|aria-label)="([^"]+)"/g;
/** Letters and digits of what is said; how characters are written is judged, and stays. */
const LETTERS = /(&#?\w+;)|[\p{L}\p{N}]+/gu;

/**
 * Tells pages apart by all that a validator looks at: what scripts say is left out; ids, tokens and what
 * is said or typed count by their place alone, so that two that are the same still are.
 */
export function htmlFingerprint(html: string): string {
  const places = new Map<string, number>();
  const wordPlace = (word: string) => {
    const place = places.get(word) ?? places.size;
    places.set(word, place);
    return `#${place}`;
  };
  const maskText = (text: string) =>
    wordPlace(text) + text.replaceAll(LETTERS, (_, entity: string = "") => entity);
  const shape = html
    .replaceAll(/(<script\b[^>]*>)[\s\S]*?(<\/script>)/g, "$1$2")
    .replaceAll(/ nonce="[^"]*"/g, ' nonce="one"')
    .replaceAll(ATTRIBUTE_TEXT, (_, name: string, text: string) => ` ${name}="${maskText(text)}"`)
    .replaceAll(SHOWN_TEXT, (_, text: string) => `>${maskText(text)}`)
    .replaceAll(LONG_WORD, (word) => (/\d/.test(word) ? wordPlace(word) : word));
  return createHash("sha256").update(shape).digest("hex");
}

const sound = new Set<string>();

/** Where the processes of one run tell each other which pages were sound. */
function markerFile(shape: string): string | undefined {
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
  const mark = markerFile(shape);
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
