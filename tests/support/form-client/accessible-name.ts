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

/* The name of an element as it is read out (Accessible Name and Description Computation). */

/** Roles whose name is what stands in them. */
const NAMED_BY_CONTENT = new Set(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem".split(
    " ",
  ),
);

interface NameOptions {
  /** Whether another element is named by this one, by reference or as its label. */
  isReferred?: boolean;
  /** Whether it stands in an element that is named by what is in it. */
  isWithin?: boolean;
  /** The label that is read: it says nothing of what its own field holds. */
  label?: Element | undefined;
}

/** The elements that an attribute names by their ids. */
function referred(element: Element, attribute: string): Element[] {
  return (element.getAttribute(attribute) ?? "")
    .split(/\s+/)
    .flatMap((id) => (id ? (element.ownerDocument.getElementById(id) ?? []) : []));
}

/** What stands in an element, with spaces where a line of its own begins and ends. */
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

/** What a field in the middle of a name stands for: what it holds. */
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

/** The name that an element gets in HTML, other than by what stands in it. */
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

/** The name of an element as it is read out. */
export const accessibleName = (element: Element): string => normalizeSpace(computeName(element));

/** What is read out about an element beside its name. */
export function accessibleDescription(element: Element): string {
  const described = referred(element, "aria-describedby").map((reference) =>
    computeName(reference, { isReferred: true }),
  );
  const text =
    described.length > 0 ? described.join(" ") : element.getAttribute("aria-description");
  return normalizeSpace(text ?? element.getAttribute("title") ?? "");
}
