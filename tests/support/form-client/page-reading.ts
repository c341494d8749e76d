import { isElement, isField, isText } from "./element-kinds";

/* Visibility, texts and roles of a document without its style sheets. */

/** Elements that a browser's own style sheet never displays. */
const NEVER_DRAWN = new Set(
  "area base datalist head link meta noembed noframes param rp script style template title".split(
    " ",
  ),
);
/** Inline elements; all others are blocks. */
const WITHIN_A_LINE = new Set(
  "a abbr audio b bdi bdo br button cite code data del dfn em i iframe img input ins kbd label map mark meter noscript object output picture progress q ruby rt s samp select slot small span strong sub sup svg textarea time u var video wbr".split(
    " ",
  ),
);

export const tag = (element: Element) => element.localName;

export const beginsLine = (element: Element): boolean => !WITHIN_A_LINE.has(tag(element));

/** The `details` that an element is the summary of. */
export function findSummarized(element: Element): Element | undefined {
  const details = element.parentElement;
  if (!details || tag(element) !== "summary" || tag(details) !== "details") return undefined;
  return [...details.children].find((child) => tag(child) === "summary") === element
    ? details
    : undefined;
}

/** Whether the element itself is hidden, regardless of its ancestors. */
function isHiddenByItself(element: Element): boolean {
  if (NEVER_DRAWN.has(tag(element)) || element.hasAttribute("hidden")) return true;
  if (tag(element) === "dialog" && !element.hasAttribute("open")) return true;
  if (tag(element) === "audio" && !element.hasAttribute("controls")) return true;
  if (tag(element) === "input" && element.getAttribute("type")?.toLowerCase() === "hidden")
    return true;
  if (element.hasAttribute("popover")) return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(
    element.getAttribute("style") ?? "",
  );
}

/** Whether an element is in the page, and neither it nor an ancestor is hidden. */
export function isVisible(element: Element): boolean {
  if (!element.isConnected) return false;
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    if (isHiddenByItself(ancestor)) return false;
    const parent: Element | null = ancestor.parentElement;
    if (!parent || tag(parent) !== "details" || parent.hasAttribute("open")) continue;
    if (!findSummarized(ancestor)) return false;
  }
  return true;
}

/** Whether an element is in the accessibility tree. */
export function isAccessible(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.getAttribute("aria-hidden") === "true") return false;
  return isVisible(element);
}

/** Whether a control is disabled by itself or by its fieldset. */
export function isDisabled(element: Element): boolean {
  if (!/^(?:button|fieldset|input|optgroup|option|select|textarea)$/.test(tag(element)))
    return element.closest("[aria-disabled=true]") !== null;
  if (element.hasAttribute("disabled")) return true;
  for (
    let set = element.parentElement?.closest("fieldset[disabled]");
    set;
    set = set.parentElement?.closest("fieldset[disabled]")
  ) {
    const legend = [...set.children].find((child) => tag(child) === "legend");
    if (!legend?.contains(element)) return true;
  }
  return false;
}

export const normalizeSpace = (text: string) =>
  text
    .replaceAll("\u200b", "")
    .replaceAll(/[\s\u00a0]+/g, " ")
    .trim();

// Cached, because no script changes a page, and computing texts and roles took most of a journey's time.
const fullTexts = new WeakMap<Element, string>();
const roles = new WeakMap<Element, string>();

/** All text of an element, hidden or not; the value of an input that is a button. */
export function fullText(element: Element): string {
  const cached = fullTexts.get(element);
  if (cached !== undefined) return cached;
  const text = readFullText(element);
  fullTexts.set(element, text);
  return text;
}

function readFullText(element: Element): string {
  if (/^(?:script|style|head)$/.test(tag(element))) return "";
  if (tag(element) === "input" && /^(?:submit|button)$/i.test(element.getAttribute("type") ?? ""))
    return element.getAttribute("value") ?? "";
  let text = "";
  for (const node of element.childNodes) {
    if (isText(node)) text += node.nodeValue ?? "";
    else if (isElement(node)) text += fullText(node);
  }
  return text;
}

/** The visible text of an element, with a line for each block. */
export function drawnText(element: Element): string {
  let text = "";
  const visit = (parent: Element) => {
    for (const node of parent.childNodes) {
      if (isText(node)) text += (node.nodeValue ?? "").replaceAll(/\s+/g, " ");
      if (!isElement(node) || isField(node) || !isVisible(node)) continue;
      const isBlock = beginsLine(node);
      if (isBlock || tag(node) === "br") text += "\n";
      visit(node);
      if (isBlock) text += "\n";
    }
  };
  visit(element);
  return text
    .split(/\n+/)
    .map((line) => line.replaceAll(/ +/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** An expected text: a string or a pattern. */
export type Wanted = string | RegExp;

/** Whether a text matches: a part of it in any case, or with `exact` the whole text. */
export function matchesWanted(text: string, wanted: Wanted, exact = false): boolean {
  if (wanted instanceof RegExp) return new RegExp(wanted.source, wanted.flags).test(text);
  if (exact) return normalizeSpace(text) === normalizeSpace(wanted);
  return normalizeSpace(text).toLowerCase().includes(normalizeSpace(wanted).toLowerCase());
}

/** Ancestors within which a header or footer is no landmark of the page. */
const SECTIONS = "article, aside, main, nav, section";

const INPUT_ROLES: Record<string, string> = {
  button: "button",
  checkbox: "checkbox",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};
/** Types of text fields, which have another role with a `list` attribute. */
const TEXT_TYPES = new Set(["", "email", "search", "tel", "text", "url"]);

function inputRole(input: Element): string | undefined {
  const type = (input.getAttribute("type") ?? "").toLowerCase();
  if (TEXT_TYPES.has(type) && input.hasAttribute("list")) return "combobox";
  const inputRole = INPUT_ROLES[type];
  if (inputRole) return inputRole;
  // These have no role of their own.
  return /^(?:color|date|datetime-local|file|hidden|month|password|time|week)$/.test(type)
    ? undefined
    : "textbox";
}

const ROLES: Record<string, string> = {
  article: "article",
  aside: "complementary",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  datalist: "listbox",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dt: "term",
  em: "emphasis",
  fieldset: "group",
  figure: "figure",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hr: "separator",
  ins: "insertion",
  li: "listitem",
  main: "main",
  mark: "mark",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  table: "table",
  tbody: "rowgroup",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  time: "time",
  tr: "row",
  ul: "list",
};

const isNamed = (element: Element) =>
  element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby");

/** The implicit role of an element (HTML-AAM). */
function implicitRole(element: Element): string | undefined {
  switch (tag(element)) {
    case "a":
      return element.hasAttribute("href") ? "link" : undefined;
    case "input":
      return inputRole(element);
    case "select": {
      const several = element.hasAttribute("multiple") || Number(element.getAttribute("size")) > 1;
      return several ? "listbox" : "combobox";
    }
    case "img":
      return element.getAttribute("alt") === "" && !isNamed(element) ? "presentation" : "img";
    case "svg":
      return "img";
    case "form":
    case "section":
      if (!isNamed(element)) return undefined;
      return tag(element) === "form" ? "form" : "region";
    case "header":
      return element.parentElement?.closest(SECTIONS) ? undefined : "banner";
    case "footer":
      return element.parentElement?.closest(SECTIONS) ? undefined : "contentinfo";
    case "td":
      return "cell";
    case "th":
      return element.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
    default:
      return ROLES[tag(element)];
  }
}

/** The role of an element: explicit, or else implicit. */
export function computeRole(element: Element): string | undefined {
  const cached = roles.get(element);
  if (cached !== undefined) return cached || undefined;
  const [explicitRole] = (element.getAttribute("role") ?? "").trim().split(/\s+/);
  const role = explicitRole || implicitRole(element);
  roles.set(element, role ?? "");
  return role;
}

/** Whether a checkbox, radio button or switch is checked. */
export function isChecked(element: Element): boolean {
  if ("checked" in element) return element.checked === true;
  return element.getAttribute("aria-checked") === "true";
}
