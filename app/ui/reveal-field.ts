import { fieldName, fieldPath } from "~/forms/read-form";
import { fieldId } from "./field";

/**
 * An event that asks the page to open the panel of a field. A listener that opens one prevents the default.
 */
export const REVEAL_FIELD = "reveal-field";

/** How long an opened panel may take to load, in milliseconds. */
const PANEL_TIMEOUT_MS = 1_000;
const CONTROLS = "a[href], button, input, select, summary, textarea, [tabindex]";

/** The ids under which a field may be found: its own, then those of the groups around it, innermost first. */
export function fieldAndGroupIds(name: string): string[] {
  const path = fieldPath(name) ?? [name];
  return path.map((_, index) => fieldId(fieldName(path.slice(0, path.length - index))));
}

const isVisible = (element: Element) => element.getClientRects().length > 0;
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Opens every closed panel around an element. @returns whether there was one. */
function openPanels(element: Element | undefined): boolean {
  const panel = element?.closest<HTMLDetailsElement>("details:not([open])");
  if (!panel) return false;
  panel.open = true;
  openPanels(panel);
  return true;
}

function focusOn(container: HTMLElement): void {
  const inner = container.matches(CONTROLS)
    ? container
    : (container.querySelector<HTMLElement>("[aria-invalid=true]") ??
      [...container.querySelectorAll<HTMLElement>(CONTROLS)].find(isVisible));
  const target = inner ?? container;
  if (!inner) container.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
}

/**
 * Moves the focus to a field, or to the nearest group around it that is in the page. Opens panels first and
 * waits up to a second for their content.
 * @param within the form, or anything in it.
 * @returns whether a field or group was found.
 */
export async function revealField(within: Element, name: string): Promise<boolean> {
  const [fieldId = "", ...groupIds] = fieldAndGroupIds(name);
  const detail = { name };
  const event = new CustomEvent(REVEAL_FIELD, { bubbles: true, cancelable: true, detail });
  let isPanelOpening = !within.dispatchEvent(event);
  const startedAt = performance.now();
  for (let frames = 0; ; frames++) {
    const elements = [fieldId, ...groupIds].flatMap((id) => document.getElementById(id) ?? []);
    isPanelOpening = openPanels(elements[0]) || isPanelOpening;
    const visibleField = elements.find(isVisible);
    const hasTimedOut = isPanelOpening
      ? performance.now() - startedAt > PANEL_TIMEOUT_MS
      : frames === 2;
    if (visibleField && (visibleField.id === fieldId || hasTimedOut)) {
      focusOn(visibleField);
      return true;
    }
    if (hasTimedOut) return false;
    await nextFrame();
  }
}
