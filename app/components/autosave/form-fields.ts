import type { Fields } from "~/submission/autosave-state";
import { answerFields } from "~/submission/post-version";

/** The answers in a form as it stands on the page. */
export function fieldsOf(form: HTMLFormElement): Fields {
  const texts = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return answerFields(texts);
}

function isTouched(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement) {
    const given = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, given);
  }
  if (!(control instanceof HTMLInputElement) || control.type === "file") return false;
  if (control.type === "checkbox" || control.type === "radio")
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Whether anybody typed in a form since the server drew it. */
export function isTouchedForm(form: HTMLFormElement): boolean {
  return [...form.elements].some(isTouched);
}

/** What happens to a form that is being saved. */
interface FormListener {
  changed: () => void;
  /** A field was left, or the page is about to be. */
  left: () => void;
  /** The page, or the connection, is back. */
  back: () => void;
}

/** Listens to a form and to the page around it. @returns the function that stops it. */
export function listenToForm(form: HTMLFormElement, { changed, left, back }: FormListener) {
  const stop = new AbortController();
  const { signal } = stop;
  form.addEventListener("input", changed, { signal });
  form.addEventListener("change", changed, { signal });
  form.addEventListener("focusout", left, { signal });
  window.addEventListener("pagehide", left, { signal });
  window.addEventListener("online", back, { signal });
  document.addEventListener("visibilitychange", () => (document.hidden ? left() : back()), {
    signal,
  });
  return () => stop.abort();
}
