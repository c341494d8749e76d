import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HtmlElement, HtmlValidate, Rule } from "html-validate";

/* Rules of the Nu checker that html-validate does not have. */

/** Nothing may follow the body or the end of the page. */
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

/** A single-choice list has at most one selected option. */
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

/** A style element in the body is the one that Mantine's AppShell writes before itself: docs/decisions/0045. */
class StyleOfAppShell extends Rule {
  setup(): void {
    this.on("dom:ready", ({ document }) => {
      for (const node of document.querySelectorAll("body style")) {
        const siblings = node.parent?.childElements ?? [];
        const next = siblings[siblings.indexOf(node) + 1];
        if (!next?.classList.contains("mantine-AppShell-root"))
          this.report({ node, message: "<style> in the body" });
      }
    });
  }
}

const validator = new HtmlValidate({
  root: true,
  plugins: [
    {
      name: "nu",
      rules: {
        "nothing-after-body": NothingAfterBody,
        "one-chosen-option": OneChosenOption,
        "style-of-app-shell": StyleOfAppShell,
      },
    },
  ],
  extends: ["html-validate:recommended"],
  // Where a style may stand is up to the rule above.
  elements: ["html5", { style: { metadata: true, flow: true } }],
  rules: {
    "nothing-after-body": "error",
    "one-chosen-option": "error",
    "style-of-app-shell": "error",
    // No level may be skipped. A dialog may come first and begins with an h2; axe checks that there is an h1.
    "heading-level": ["error", { minInitialRank: "h2", sectioningRoots: [] }],
    // React's style of attributes and void elements, which is equal for a browser.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // React's ids begin with a colon, which is valid.
    "valid-id": ["error", { relaxed: true }],
    // Style advice where the standard allows both.
    "no-inline-style": "off",
    "no-dup-class": "off",
    "no-redundant-for": "off",
    "prefer-native-element": "off",
    "wcag/h71": "off",
    // A submit button may be outside its form and refer to it.
    "wcag/h32": "off",
    // A player may have an accessible name.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
});

/** Ids, tokens and times, which differ between drafts, are such words with a digit. */
const LONG_WORD = /[\w-]{13,}/g;

/** Texts of a page; a title is kept, as its length counts. */
const SHOWN_TEXT = />([^<>]*[^<>\s][^<>]*)(?=<)(?!<\/title>)/g;
/** Texts in attributes. */
const ATTRIBUTE_TEXT = / (value|alt|placeholder|aria-label)="([^"]+)"/g;
/** Letters and digits of texts; character references are kept, as they are validated. */
const LETTERS = /(&#?\w+;)|[\p{L}\p{N}]+/gu;

/**
 * A fingerprint of everything that a validator checks. Scripts are left out; ids, tokens and texts count
 * only by the order of their first appearance, so that equal ones stay equal.
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

/** The file that marks a page as valid, for all processes of one run. */
function markerFile(shape: string): string | undefined {
  const { APP_STATE_DIR: folder } = process.env;
  if (!folder) return undefined;
  mkdirSync(join(folder, "sound-html"), { recursive: true });
  return join(folder, "sound-html", shape);
}

/**
 * Validates the HTML of a page: a line for each error, with its position. A page with the fingerprint of
 * a valid one is not validated again in this run, which saves a third of the cost of browser tests.
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
