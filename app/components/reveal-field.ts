import { fieldName, fieldPath } from "~/forms/read-form";
import { fieldId } from "./field";

/**
 * An event that asks the page to open the panel of a field. A listener that opens one prevents the default.
 */
export const REVEAL_FIELD = "reveal-field";

/** How long an opened panel may take to load, in milliseconds. */
const PATIENCE = 1_000;
const CONTROLS = "a[href], button, input, select, summary, textarea, [tabindex]";

/** The ids under which a field may be found: its own, then those of the groups around it, innermost first. */
export function fieldAndGroupIds(name: string): string[] {
  const path = fieldPath(name) ?? [name];
  return path.map((_, index) => fieldId(fieldName(path.slice(0, path.length - index))));
}

const isShown = (element: Element) => element.getClientRects().length > 0;
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Opens every closed panel around an element. @returns whether there was one. */
function openPanels(element: Element | undefined): boolean {
  const panel = element?.closest<HTMLDetailsElement>("details:not([open])");
  if (!panel) return false;
  panel.open = true;
  openPanels(panel);
  return true;
}

function focusOn(place: HTMLElement): void {
  const inner = place.matches(CONTROLS)
    ? place
    : (place.querySelector<HTMLElement>("[aria-invalid=true]") ??
      [...place.querySelectorAll<HTMLElement>(CONTROLS)].find(isShown));
  const target = inner ?? place;
  if (!inner) place.tabIndex = -1;
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
  const [own = "", ...around] = fieldAndGroupIds(name);
  const detail = { name };
  const ask = new CustomEvent(REVEAL_FIELD, { bubbles: true, cancelable: true, detail });
  let patient = !within.dispatchEvent(ask);
  const startedAt = performance.now();
  for (let frames = 0; ; frames++) {
    const elements = [own, ...around].flatMap((id) => document.getElementById(id) ?? []);
    patient = openPanels(elements[0]) || patient;
    const visibleField = elements.find(isShown);
    const over = patient ? performance.now() - startedAt > PATIENCE : frames === 2;
    if (visibleField && (visibleField.id === own || over)) {
      focusOn(visibleField);
      return true;
    }
    if (over) return false;
    await nextFrame();
  }
}
