import { accessibleName } from "./accessible-name";
import { findLabels } from "./element-kinds";
import {
  computeRole,
  fullText,
  isAccessible,
  isChecked,
  isDisabled,
  matchesWanted,
  tag,
  type Wanted,
} from "./page-reading";

/* Finds elements by role, label or text. */

export type Root = Document | Element;

/** The innermost elements with a text. */
export function findByText(root: Root, wanted: Wanted, exact = false): Element[] {
  const matches = (element: Element) => matchesWanted(fullText(element), wanted, exact);
  return [...root.querySelectorAll("*")].filter(
    (element) =>
      matches(element) &&
      ![...element.children].some(matches) &&
      !element.closest("head, script, style"),
  );
}

function labelTexts(element: Element): string[] {
  const referred = element.getAttribute("aria-labelledby");
  const labelledBy = (referred ?? "")
    .split(/\s+/)
    .flatMap((id) => (id ? (element.ownerDocument.getElementById(id) ?? []) : []));
  if (labelledBy.length > 0) return labelledBy.map(fullText);
  const ariaLabel = element.getAttribute("aria-label");
  if (ariaLabel?.trim()) return [ariaLabel];
  return findLabels(element).map(fullText);
}

/** The elements with a label. */
export function findByLabel(root: Root, wanted: Wanted, exact = false): Element[] {
  const labelled =
    "[aria-label], [aria-labelledby], button, input, meter, output, progress, select, textarea";
  return [...root.querySelectorAll(labelled)].filter((element) =>
    labelTexts(element).some((label) => matchesWanted(label, wanted, exact)),
  );
}

export interface RoleOptions {
  name?: Wanted;
  exact?: boolean;
  level?: number;
  checked?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  selected?: boolean;
  pressed?: boolean;
  includeHidden?: boolean;
}

function headingLevel(element: Element): number {
  return Number(element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(tag(element))?.[1]);
}

function isState(element: Element, name: string, wanted: boolean | undefined): boolean {
  if (wanted === undefined) return true;
  return (element.getAttribute(name) === "true") === wanted;
}

/** The elements with a role, and with a name and state where they are given. */
export function findByRole(root: Root, role: string, options: RoleOptions = {}): Element[] {
  const { name, exact, level, checked, disabled, expanded, selected, pressed } = options;
  return [...root.querySelectorAll("*")].filter(
    (element) =>
      computeRole(element) === role &&
      (options.includeHidden || isAccessible(element)) &&
      (level === undefined || headingLevel(element) === level) &&
      (checked === undefined || isChecked(element) === checked) &&
      (disabled === undefined || isDisabled(element) === disabled) &&
      isState(element, "aria-expanded", expanded) &&
      isState(element, "aria-selected", selected) &&
      isState(element, "aria-pressed", pressed) &&
      (name === undefined || matchesWanted(accessibleName(element), name, exact)),
  );
}
