import { escapeHtml } from "~/platform/formats/html";
import { type ElementName, elementStyles, styleSheet } from "./mail-styles";
import { sanitizeInput } from "./sanitize-input";

/** Labels with values; values may be user input and are sanitized. */
type MailFacts = readonly (readonly [name: string, value: string])[];

/** A string is a paragraph. */
export type Block =
  | string
  | { kind: "heading"; text: string }
  /** User input; line breaks are kept. */
  | { kind: "quote"; text: string }
  | { kind: "link"; label: string; url: string }
  /** Small print, without a button. */
  | { kind: "small-link"; label: string; url: string }
  /** The place of the link to the submission's status page, which is made when the mail is written. */
  | { kind: "status-link" }
  | { kind: "keys"; facts: MailFacts }
  | { kind: "facts"; facts: MailFacts }
  /** File names with their hashes, on separate lines. */
  | { kind: "receipt"; files: MailFacts }
  | { kind: "steps"; steps: readonly string[] };

/** Content from which both bodies are rendered. */
export interface MailContent {
  subject: string;
  /** Subject without user input; absent if the subject has none. */
  plainSubject?: string;
  brand: string;
  blocks: readonly Block[];
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

// Sanitizing removes line breaks, which could fake another fact.
const factLines = (facts: MailFacts) =>
  facts.map(([name, value]) => `${sanitizeInput(name)}: ${sanitizeInput(value)}`).join("\n");

function renderBlockText(block: Block): string {
  if (typeof block === "string") return block;
  switch (block.kind) {
    case "quote":
      return block.text;
    case "status-link":
      return STATUS_LINK;
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

function element(tag: string, name: ElementName, inner: string, attributes = ""): string {
  return `<${tag} class="${name}" style="${escapeHtml(elementStyles[name])}"${attributes}>${inner}</${tag}>`;
}

const escapedElement = (tag: string, name: ElementName, text: string) =>
  element(tag, name, escapeHtml(text));
const sanitizedElement = (tag: string, name: ElementName, text: string) =>
  escapedElement(tag, name, sanitizeInput(text));
const table = (inner: string, attributes: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${inner}</table>`;

function renderBlockHtml(block: Block): string {
  if (typeof block === "string") return escapedElement("p", "paragraph", block);
  switch (block.kind) {
    case "heading":
      return escapedElement("h2", "heading", block.text);
    case "quote":
      return escapedElement("blockquote", "quote", block.text);
    case "link": {
      const href = ` href="${escapeHtml(block.url)}"`;
      const button = element("a", "button", escapeHtml(block.label), href);
      // For mail programs without buttons, and for readers who check the URL.
      const address = `<a${href}>${escapeHtml(block.url)}</a>`;
      return element("p", "action", button) + element("p", "address", address);
    }
    case "status-link":
      return STATUS_LINK;
    case "small-link": {
      const address = `<a href="${escapeHtml(block.url)}">${escapeHtml(block.url)}</a>`;
      return element("p", "address", `${escapeHtml(block.label)}:<br>${address}`);
    }
    case "keys": {
      const keyFact = ([name, value]: MailFacts[number]) =>
        element(
          "span",
          "key",
          `${sanitizedElement("span", "keyName", name)} ${sanitizedElement("span", "keyValue", value)}`,
        );
      return element("div", "keys", block.facts.map(keyFact).join(" "));
    }
    case "facts": {
      const row = ([name, value]: MailFacts[number]) =>
        `<tr>${sanitizedElement("td", "name", name)} ${sanitizedElement("td", "value", value)}</tr>`;
      const style = `class="facts" style="${escapeHtml(elementStyles.facts)}"`;
      return table(block.facts.map(row).join("\n"), style);
    }
    case "receipt":
      return block.files
        .map(
          ([name, hash]) =>
            `${sanitizedElement("p", "file", name)} ${escapedElement("p", "hash", hash)}`,
        )
        .join("\n");
    case "steps": {
      const steps = block.steps.map((step) => escapedElement("li", "step", step)).join(" ");
      return element("ol", "steps", steps);
    }
  }
}

export function renderMailText({ brand, blocks }: MailContent): string {
  return `${[brand.toUpperCase(), ...blocks.map(renderBlockText)].join("\n\n")}\n`;
}

/** Placeholder of the status link in both bodies; user input has no such sign. */
export const STATUS_LINK = "\u001d";

/** Placeholder of the footer; user input is escaped and cannot contain it. */
const ENDING = "<!-- ending -->";

/** Without scripts, images or external resources. */
export function renderMailHtml({ subject, plainSubject = subject, brand, blocks }: MailContent) {
  const mark = element("div", "mark", element("div", "disc", ""));
  const masthead = `<tr><td>${mark}</td>${escapedElement("td", "brand", brand)}</tr>`;
  const top = table(masthead, 'style="margin:0 0 16px"');
  const card = element("div", "card", `\n${blocks.map(renderBlockHtml).join("\n")}\n`);
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

/** The bodies of a mail with its footer, and with the link to the status page at its place, if any. */
export function withFooter(
  { text, html }: { text: string; html: string },
  blocks: readonly Block[],
  statusLink: Block | undefined,
): { text: string; html: string } {
  const footer = element("div", "ending", blocks.map(renderBlockHtml).join("\n"));
  const [head = "", tail = ""] = html.split(ENDING);
  const linkText = statusLink ? `${renderBlockText(statusLink)}\n\n` : "";
  const linkHtml = statusLink ? renderBlockHtml(statusLink) : "";
  const body = text.trimEnd().replace(`${STATUS_LINK}\n\n`, () => linkText);
  return {
    text: `${[body, ...blocks.map(renderBlockText)].join("\n\n")}\n`,
    html: head.replace(STATUS_LINK, () => linkHtml) + footer + tail,
  };
}
