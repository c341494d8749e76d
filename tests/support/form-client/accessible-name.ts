import {
  findLabels,
  isElement,
  isField,
  isLabelable,
  isSelect,
  isText,
  listOptions,
} from "./element-kinds";
import { beginsLine, computeRole, findSummarized, isVisible, normalizeSpace } from "./page-reading";

/* Accessible names and descriptions (W3C, Accessible Name and Description Computation). */

/** Roles that are named by their content. */
const NAMED_BY_CONTENT = new Set(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem".split(
    " ",
  ),
);

interface NameOptions {
  /** Whether it names another element, by reference or as its label. */
  isReferred?: boolean;
  /** Whether it is inside an element that is named by its content. */
  isWithin?: boolean;
  /** The label that is computed; the value of its own field is left out. */
  label?: Element | undefined;
}

/** The elements that an attribute refers to by ids. */
function referred(element: Element, attribute: string): Element[] {
  return (element.getAttribute(attribute) ?? "")
    .split(/\s+/)
    .flatMap((id) => (id ? (element.ownerDocument.getElementById(id) ?? []) : []));
}

/** The content of an element, with spaces around blocks. */
function content(element: Element, label: Element | undefined): string {
  let text = "";
  for (const node of element.childNodes) {
    if (isText(node)) text += node.nodeValue ?? "";
    if (!isElement(node)) continue;
    const token = computeName(node, { isWithin: true, label });
    text += beginsLine(node) || node.localName === "br" ? ` ${token} ` : token;
  }
  return text;
}

/** The value of a field that is part of a name. */
function fieldValue(element: Element): string | undefined {
  if (isSelect(element))
    return listOptions(element)
      .filter(({ selected }) => selected)
      .map(({ label }) => label)
      .join(" ");
  const role = computeRole(element);
  if (role === "textbox" || role === "searchbox" || role === "spinbutton" || role === "slider")
    return isField(element) ? element.value : (element.textContent ?? "");
  return undefined;
}

const labelTexts = (element: Element) =>
  findLabels(element)
    .map((label) => computeName(label, { isReferred: true, label }))
    .join(" ");

const childNamed = (element: Element, name: string) =>
  [...element.children].find(({ localName }) => localName === name);

const BUTTONS: Record<string, string> = { submit: "Submit", reset: "Reset", button: "" };

/** The name by HTML attributes and elements, other than by content. */
function nativeName(element: Element): string {
  const attribute = (name: string) => element.getAttribute(name) ?? "";
  const childName = (name: string) => {
    const child = childNamed(element, name);
    return child ? computeName(child, { isReferred: true }) : "";
  };
  if (isField(element)) {
    const { type } = element;
    const labels = labelTexts(element);
    if (labels.trim()) return labels;
    if (type in BUTTONS) return attribute("value") || (BUTTONS[type] ?? "");
    if (type === "image") return attribute("alt") || attribute("title") || "Submit";
    return attribute("title") || attribute("placeholder");
  }
  if (isLabelable(element)) return labelTexts(element);
  switch (element.localName) {
    case "fieldset":
      return childName("legend");
    case "figure":
      return childName("figcaption");
    case "table":
      return childName("caption");
    case "area":
    case "img":
      return attribute("alt");
    case "svg":
      return childName("title");
    default:
      return "";
  }
}

function computeName(element: Element, { isReferred, isWithin, label }: NameOptions = {}): string {
  if (isWithin && findLabels(element).some((ownLabel) => ownLabel === label)) return "";
  const isHidden = !isVisible(element) || element.getAttribute("aria-hidden") === "true";
  if (isHidden && !isReferred) return "";
  if (!isReferred) {
    const names = referred(element, "aria-labelledby").map((label) =>
      computeName(label, { isReferred: true }),
    );
    if (names.length > 0) return names.join(" ");
  }
  if (isWithin) {
    const value = fieldValue(element);
    if (value !== undefined) return value;
  }
  const ariaLabel = element.getAttribute("aria-label")?.trim();
  if (ariaLabel) return ariaLabel;
  const native = nativeName(element);
  if (native.trim()) return native;
  const isNamedByContent =
    isReferred ||
    isWithin ||
    NAMED_BY_CONTENT.has(computeRole(element) ?? "") ||
    findSummarized(element);
  const text = isNamedByContent ? content(element, label) : "";
  return text.trim() ? text : (element.getAttribute("title") ?? "");
}

/** The accessible name of an element. */
export const accessibleName = (element: Element): string => normalizeSpace(computeName(element));

/** The accessible description of an element. */
export function accessibleDescription(element: Element): string {
  const described = referred(element, "aria-describedby").map((reference) =>
    computeName(reference, { isReferred: true }),
  );
  const text =
    described.length > 0 ? described.join(" ") : element.getAttribute("aria-description");
  return normalizeSpace(text ?? element.getAttribute("title") ?? "");
}
