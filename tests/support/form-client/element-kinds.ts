/*
 * Kinds of elements, by their tag names: `instanceof` fails for elements of another page's window.
 */

function createKindCheck<Name extends keyof HTMLElementTagNameMap>(name: Name) {
  return (element: Element): element is Element & HTMLElementTagNameMap[Name] =>
    element.localName === name;
}

export const isButton = createKindCheck("button");
export const isDetails = createKindCheck("details");
export const isInput = createKindCheck("input");
export const isLabel = createKindCheck("label");
export const isSelect = createKindCheck("select");
/** The options of a list; the library's own property is slow with many. */
export const listOptions = (select: Element): HTMLOptionElement[] => [
  ...select.querySelectorAll("option"),
];

const isTextarea = createKindCheck("textarea");

type Either<One extends "a" | "area"> = Element & HTMLElementTagNameMap[One];

export const isLink = (element: Element): element is Either<"a"> | Either<"area"> =>
  element.localName === "a" || element.localName === "area";

type Field = Element & (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement);

export const isField = (element: Element): element is Field =>
  isInput(element) || isSelect(element) || isTextarea(element);

const [isMeter, isOutput, isProgress] = [
  createKindCheck("meter"),
  createKindCheck("output"),
  createKindCheck("progress"),
];

type Labelable =
  | Field
  | (Element & (HTMLButtonElement | HTMLMeterElement | HTMLOutputElement | HTMLProgressElement));

/** Whether a label can name an element. */
export const isLabelable = (element: Element): element is Labelable =>
  isField(element) ||
  isButton(element) ||
  isMeter(element) ||
  isOutput(element) ||
  isProgress(element);

const labels = new WeakMap<Document, Map<Element, HTMLLabelElement[]>>();

/** The labels of an element, cached by page, as the library searches the whole page each time. */
export function findLabels(element: Element): readonly HTMLLabelElement[] {
  const page = element.ownerDocument;
  let cached = labels.get(page);
  if (!cached) {
    cached = new Map();
    for (const label of page.querySelectorAll("label"))
      if (label.control) cached.set(label.control, [...(cached.get(label.control) ?? []), label]);
    labels.set(page, cached);
  }
  return cached.get(element) ?? [];
}

/** Whether an element is an HTML element, which can be clicked and focused. */
export const isHtml = (element: Element): element is Element & HTMLElement => "focus" in element;

export const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

export const isText = (node: Node): boolean => node.nodeType === node.TEXT_NODE;
