import { type HtmlElement, HtmlValidate, Parser, TextNode } from "html-validate";
import { unescapeHtml } from "./page-text";

const parser = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
}).getConfigForSync("page.html");

/** What a page of the site is made of, as whoever reads, lists or follows it sees it. */
export interface PageParts {
  title: string;
  /** By name or property; the first of each. */
  meta: Map<string, string>;
  canonical: string | undefined;
  /** Every place that a link or a form may lead to. */
  ids: Set<string>;
  /** Addresses of links, as they are written. */
  links: string[];
  /** Addresses of forms, with their method. */
  forms: { method: string; action: string }[];
  /** What it loads by itself or may load, as it is written: scripts, styles, pictures, fonts, frames. */
  loads: string[];
  /** The data that it holds for machines. */
  structuredData: unknown[];
  /** Every text: lines as they are read, and what is only heard or only stands in a field. */
  texts: string[];
}

const value = (element: HtmlElement, name: string) =>
  unescapeHtml(element.getAttributeValue(name) ?? "");

/** What stands within a line and does not end it. */
const WITHIN = new Set(
  "a abbr b code em i kbd q s small span strong sub sup time u wbr".split(" "),
);
/** What is never read as text. */
const UNREAD = new Set("script style template textarea title head".split(" "));
const SPOKEN = ["aria-label", "aria-description", "placeholder", "title", "alt"];

/** The lines of text below an element; those of parts that `skip` names are left out. */
function linesOf(root: HtmlElement, skip: (element: HtmlElement) => boolean): string[] {
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
        const within = WITHIN.has(child.tagName);
        if (!within) end();
        visit(child);
        if (!within) end();
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
 * Takes a page apart with the parser of the validator.
 * @param skip parts whose words are not those of the interface.
 */
export function parsePage(
  html: string,
  skip: (element: HtmlElement) => boolean = () => false,
): PageParts {
  const root = new Parser(parser).parseHtml(html);
  const all = (selector: string) => root.querySelectorAll(selector);
  const values = (selector: string, name: string) =>
    all(selector)
      .filter((one) => one.hasAttribute(name))
      .map((one) => value(one, name));
  const meta = new Map<string, string>();
  for (const one of all("meta")) {
    const name = value(one, "name") || value(one, "property");
    if (name && !meta.has(name)) meta.set(name, value(one, "content"));
  }
  const fetchedLinks = all("link").filter((one) => FETCHED.test(value(one, "rel")));
  const sets = [...values("img", "srcset"), ...values("source", "srcset")];
  return {
    title: unescapeHtml(root.querySelector("title")?.textContent ?? ""),
    meta,
    canonical: values('link[rel="canonical"]', "href")[0],
    ids: new Set(values("[id]", "id")),
    links: values("a", "href"),
    forms: all("form").map((one) => ({
      method: (value(one, "method") || "get").toUpperCase(),
      action: value(one, "action"),
    })),
    loads: [
      ...LOADING.flatMap(([selector, name]) => values(selector, name)),
      ...fetchedLinks.map((one) => value(one, "href")),
      ...sets.flatMap((set) => set.split(",").map((one) => one.trim().split(" ")[0] ?? "")),
    ],
    structuredData: all('script[type="application/ld+json"]').map((one) =>
      JSON.parse(one.textContent),
    ),
    texts: linesOf(root, skip),
  };
}
