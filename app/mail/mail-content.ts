import { escapeHtml } from "~/platform/formats/html";
import { type ElementName, elementStyles, styleSheet } from "./mail-styles";
import { sanitizeInput } from "./sanitize-input";

/** Names with their values, which may be anything that somebody typed: they are disarmed. */
type MailFacts = readonly (readonly [name: string, value: string])[];

/** A block of a mail. */
export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "heading"; text: string }
  /** Somebody's own words, their line breaks kept. */
  | { kind: "quote"; text: string }
  /** A link to a page of ours: what it does, and the address it leads to. */
  | { kind: "link"; label: string; url: string }
  /** The same in small print, without a button. */
  | { kind: "small-link"; label: string; url: string }
  /** The few facts that the reader comes back for. */
  | { kind: "keys"; facts: MailFacts }
  | { kind: "facts"; facts: MailFacts }
  /** File names with their hashes, which are too long to stand beside them. */
  | { kind: "receipt"; files: MailFacts }
  | { kind: "steps"; steps: readonly string[] };

/** A mail as meant, from which both of its bodies are made, so that they cannot disagree. */
export interface MailContent {
  subject: string;
  /** The same without a word of the artist's; left out where there is none. */
  plainSubject?: string;
  /** Whose letter it is: stands at its top. */
  brand: string;
  blocks: readonly Block[];
}

/** Something typed as one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

// A line break in a value would pass for another fact.
const factLines = (facts: MailFacts) =>
  facts.map(([name, value]) => `${sanitizeInput(name)}: ${sanitizeInput(value)}`).join("\n");

function textOf(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "quote":
      return block.text;
    case "heading":
      return block.text.toUpperCase();
    case "link":
    case "small-link":
      return `${block.label}:\n${block.url}`;
    case "keys":
    case "facts":
      return factLines(block.facts);
    case "receipt":
      return factLines(block.files);
    case "steps":
      return block.steps.map((step, index) => `${index + 1}. ${step}`).join("\n");
  }
}

/** An element with its look; `inner` is HTML already. */
function element(tag: string, name: ElementName, inner: string, more = ""): string {
  return `<${tag} class="${name}" style="${escapeHtml(elementStyles[name])}"${more}>${inner}</${tag}>`;
}

const words = (tag: string, name: ElementName, text: string) =>
  element(tag, name, escapeHtml(text));
const typedWords = (tag: string, name: ElementName, text: string) =>
  words(tag, name, sanitizeInput(text));
const table = (inner: string, more: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${more}>${inner}</table>`;

function htmlOf(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return words("p", "paragraph", block.text);
    case "heading":
      return words("h2", "heading", block.text);
    case "quote":
      return words("blockquote", "quote", block.text);
    case "link": {
      const href = ` href="${escapeHtml(block.url)}"`;
      const button = element("a", "button", escapeHtml(block.label), href);
      // For mail programs that show no buttons, and for readers who look before they click.
      const address = `<a${href}>${escapeHtml(block.url)}</a>`;
      return element("p", "action", button) + element("p", "address", address);
    }
    case "small-link": {
      const address = `<a href="${escapeHtml(block.url)}">${escapeHtml(block.url)}</a>`;
      return element("p", "address", `${escapeHtml(block.label)}:<br>${address}`);
    }
    case "keys": {
      const one = ([name, value]: MailFacts[number]) =>
        element(
          "span",
          "key",
          `${typedWords("span", "keyName", name)} ${typedWords("span", "keyValue", value)}`,
        );
      return element("div", "keys", block.facts.map(one).join(" "));
    }
    case "facts": {
      const row = ([name, value]: MailFacts[number]) =>
        `<tr>${typedWords("td", "name", name)} ${typedWords("td", "value", value)}</tr>`;
      const style = `class="facts" style="${escapeHtml(elementStyles.facts)}"`;
      return table(block.facts.map(row).join("\n"), style);
    }
    case "receipt":
      return block.files
        .map(([name, hash]) => `${typedWords("p", "file", name)} ${words("p", "hash", hash)}`)
        .join("\n");
    case "steps": {
      const steps = block.steps.map((step) => words("li", "step", step)).join(" ");
      return element("ol", "steps", steps);
    }
  }
}

/** The plain-text body. */
export function renderMailText({ brand, blocks }: MailContent): string {
  return `${[brand.toUpperCase(), ...blocks.map(textOf)].join("\n\n")}\n`;
}

/** Where the ending of an HTML body goes; nobody can type it, since what is typed is escaped. */
const ENDING = "<!-- ending -->";

/** The HTML body: whole, without script, image or address of another site. */
export function renderMailHtml({
  subject,
  plainSubject = subject,
  brand,
  blocks,
}: MailContent): string {
  const mark = element("div", "mark", element("div", "disc", ""));
  const masthead = `<tr><td>${mark}</td>${words("td", "brand", brand)}</tr>`;
  const top = table(masthead, 'style="margin:0 0 16px"');
  const card = element("div", "card", `\n${blocks.map(htmlOf).join("\n")}\n`);
  const column = element("div", "column", `${top}\n${card}\n${ENDING}`);
  const sheet = element("td", "sheet", column, ' align="center"');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(plainSubject)}</title>
<style>${styleSheet}</style>
</head>
${element("body", "paper", `\n${table(`<tr>${sheet}</tr>`, 'width="100%"')}\n`)}
</html>
`;
}

/** Both bodies of a letter with more blocks below them, in small print. */
export function withFooter(
  { text, html }: { text: string; html: string },
  blocks: readonly Block[],
): { text: string; html: string } {
  const small = element("div", "ending", blocks.map(htmlOf).join("\n"));
  const [before = "", after = ""] = html.split(ENDING);
  return {
    text: `${[text.trimEnd(), ...blocks.map(textOf)].join("\n\n")}\n`,
    html: before + small + after,
  };
}
