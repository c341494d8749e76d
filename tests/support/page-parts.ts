import { type HtmlElement, HtmlValidate, Parser, TextNode } from "html-validate";

type ParserConfig = ReturnType<HtmlValidate["getConfigForSync"]>;
let parserConfig: ParserConfig | undefined;

/** Made when it is first used: it takes half a second, and most test files parse no page. */
function readParserConfig(): ParserConfig {
  parserConfig ??= new HtmlValidate({
    root: true,
    extends: ["html-validate:recommended"],
  }).getConfigForSync("page.html");
  return parserConfig;
}

/** The parts of a page that users, crawlers and validators see. */
export interface PageParts {
  title: string;
  /** By name or property; the first of each. */
  meta: Map<string, string>;
  canonical: string | undefined;
  /** All ids, as targets of links and forms. */
  ids: Set<string>;
  /** The `href` values of links. */
  links: string[];
  /** Forms with method, action and hidden fields. */
  forms: { method: string; action: string; hidden: [name: string, value: string][] }[];
  /** URLs that the page loads: scripts, styles, pictures, fonts, frames. */
  loads: string[];
  /** Its JSON-LD. */
  structuredData: unknown[];
  /** All texts: visible lines, accessible names, and values of fields. */
  texts: string[];
}

const value = (element: HtmlElement, name: string) =>
  unescapeHtml(element.getAttributeValue(name) ?? "");

/** Inline elements. */
const INLINE_TAGS = new Set(
  "a abbr b code em i kbd q s small span strong sub sup time u wbr".split(" "),
);
/** Elements whose content is no text of the page. */
const UNREAD = new Set("script style template textarea title head".split(" "));
const SPOKEN = ["aria-label", "aria-description", "placeholder", "title", "alt"];

/** The lines of text below an element, without the parts that `skip` matches. */
function readLines(root: HtmlElement, skip: (element: HtmlElement) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  const end = () => {
    const text = unescapeHtml(line).replace(/\s+/g, " ").trim();
    if (text) lines.push(text);
    line = "";
  };
  const visit = (element: HtmlElement) => {
    if (UNREAD.has(element.tagName) || skip(element)) return;
    for (const name of SPOKEN) if (element.hasAttribute(name)) lines.push(value(element, name));
    for (const node of element.childNodes) {
      if (node instanceof TextNode) line += node.textContent;
      else if ("tagName" in node) {
        const child = node as HtmlElement;
        const isInline = INLINE_TAGS.has(child.tagName);
        if (!isInline) end();
        visit(child);
        if (!isInline) end();
      }
    }
  };
  visit(root);
  end();
  return lines;
}

const LOADING: [selector: string, attribute: string][] = [
  ["script", "src"],
  ["img", "src"],
  ["source", "src"],
  ["audio", "src"],
  ["video", "src"],
  ["video", "poster"],
  ["iframe", "src"],
  ["embed", "src"],
  ["object", "data"],
];
/** Links of a head that make a browser fetch something. */
const FETCHED = /^(?:stylesheet|icon|apple-touch-icon|manifest|preload|modulepreload|prefetch)$/;

/**
 * Parses a page with the validator's parser.
 * @param skip matches parts whose texts are not those of the interface.
 */
export function parsePage(
  html: string,
  skip: (element: HtmlElement) => boolean = () => false,
): PageParts {
  const root = new Parser(readParserConfig()).parseHtml(html);
  const all = (selector: string) => root.querySelectorAll(selector);
  const values = (selector: string, name: string) =>
    all(selector)
      .filter((element) => element.hasAttribute(name))
      .map((element) => value(element, name));
  const meta = new Map<string, string>();
  for (const element of all("meta")) {
    const name = value(element, "name") || value(element, "property");
    if (name && !meta.has(name)) meta.set(name, value(element, "content"));
  }
  const fetchedLinks = all("link").filter((link) => FETCHED.test(value(link, "rel")));
  const sets = [...values("img", "srcset"), ...values("source", "srcset")];
  return {
    title: unescapeHtml(root.querySelector("title")?.textContent ?? ""),
    meta,
    canonical: values('link[rel="canonical"]', "href")[0],
    ids: new Set(values("[id]", "id")),
    links: values("a", "href"),
    forms: all("form").map((form) => ({
      method: (value(form, "method") || "get").toUpperCase(),
      action: value(form, "action"),
      hidden: form
        .querySelectorAll('input[type="hidden"]')
        .map((input) => [value(input, "name"), value(input, "value")]),
    })),
    loads: [
      ...LOADING.flatMap(([selector, name]) => values(selector, name)),
      ...fetchedLinks.map((link) => value(link, "href")),
      ...sets.flatMap((set) =>
        set.split(",").map((candidate) => candidate.trim().split(" ")[0] ?? ""),
      ),
    ],
    structuredData: all('script[type="application/ld+json"]').map((script) =>
      JSON.parse(script.textContent),
    ),
    texts: readLines(root, skip),
  };
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#x27;": "'",
  "&lt;": "<",
  "&gt;": ">",
};

/** Unescapes text of the server's pages. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The text of a page without scripts and markup, with single spaces. */
export function pageText(html: string): string {
  const visible = html
    .replace(/<(script|style|head|noscript)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<!--[\s\S]*?-->/g, "")
    // A time stands in a sentence.
    .replace(/<\/?time\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ");
  return unescapeHtml(visible).replace(/\s+/g, " ").trim();
}

/** The value of a field of the page; of a text area its content. */
export function fieldValue(html: string, name: string): string | undefined {
  const tag = [...html.matchAll(/<(input|textarea|select)\b[^>]*>/g)].find((match) =>
    unescapeHtml(match[0]).includes(` name="${name}"`),
  );
  if (!tag) return undefined;
  const [opening, kind] = tag;
  const rest = html.slice(tag.index + opening.length);
  if (kind === "textarea") return unescapeHtml(rest.slice(0, rest.indexOf("</textarea")));
  if (kind === "select") {
    const options = rest.slice(0, rest.indexOf("</select"));
    return unescapeHtml(/value="([^"]*)"[^>]*\bselected/.exec(options)?.[1] ?? "");
  }
  return unescapeHtml(/\bvalue="([^"]*)"/.exec(opening)?.[1] ?? "");
}

/** The longest sentence for a reader of twelve years. */
const MAX_WORDS = 25;

/** Splits a text into sentences, without the marks of links and names. */
const splitSentences = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/\*\*/g, "")
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?:]["”’)]?)\s+/);

/** Counts words; punctuation alone is no word. */
const countWords = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The sentences of a text that have too many words. */
export function longSentences(text: string, maxWords = MAX_WORDS): string[] {
  return splitSentences(text).filter((sentence) => countWords(sentence) > maxWords);
}

/** Estimates the syllables of an English word. */
function countSyllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, "");
  const spokenLetters = letters.replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "").replace(/^y/, "");
  return Math.max(1, spokenLetters.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}

/**
 * The school year in which texts are read with ease, by Flesch and Kincaid: 7 is an age of twelve.
 * Only whole sentences count.
 */
export function readingGrade(texts: readonly string[]): number {
  const wholeSentences = texts
    .flatMap(splitSentences)
    .filter((sentence) => /[.!?]["”’)]?$/.test(sentence.trim()));
  const words = wholeSentences.flatMap((sentence) => sentence.match(/[\p{L}’']+/gu) ?? []);
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  return 0.39 * (words.length / wholeSentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/**
 * Whether robots.txt allows a path: the longest matching rule decides, and Allow wins where two are
 * equally long (RFC 9309, 2.2.2). The rules are paths without wildcards.
 */
export function crawlable(robots: string): (path: string) => boolean {
  const rules = Array.from(
    robots.matchAll(/^(Allow|Disallow): (\/[^\s*$]*)$/gm),
    ([, word, path = ""]) => ({ allows: word === "Allow", path }),
  );
  if (rules.length !== robots.match(/^\w*allow:/gim)?.length)
    throw new Error("A rule of robots.txt is more than a path.");
  return (path) => {
    const matchingRules = rules.filter((rule) => path.startsWith(rule.path));
    const longest = Math.max(0, ...matchingRules.map((rule) => rule.path.length));
    const decide = matchingRules.filter((rule) => rule.path.length === longest);
    return decide.length === 0 || decide.some(({ allows }) => allows);
  };
}
