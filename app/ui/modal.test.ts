import { JSDOM } from "jsdom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeModal, isModal, isOpen, openModal } from "./modal";

/** jsdom has dialogs without showModal, like the old browsers. */
function openPage() {
  const { window } = new JSDOM(
    '<button id="outside">Send</button><dialog open><button id="inside">OK</button></dialog>',
  );
  for (const name of ["document", "HTMLElement", "Node", "Event", "AbortController"])
    vi.stubGlobal(name, Reflect.get(window, name));
  const dialog = window.document.querySelector("dialog");
  const [outside, inside] = window.document.querySelectorAll("button");
  if (!dialog || !outside || !inside) throw new Error("The page has no dialog");
  return { window, dialog, outside, inside };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("in a browser without dialogs a modal opens, keeps the focus inside and returns it", () => {
  const { window, dialog, outside, inside } = openPage();
  outside.focus();
  expect(isModal(dialog)).toBe(false);
  openModal(dialog);
  expect([isOpen(dialog), isModal(dialog), dialog.getAttribute("aria-modal")]).toEqual([
    ...[true, true, "true"],
  ]);
  inside.focus();
  outside.focus();
  expect(window.document.activeElement).toBe(inside);
  const closed = vi.fn();
  dialog.addEventListener("close", closed);
  closeModal(dialog);
  expect([isOpen(dialog), closed.mock.calls.length]).toEqual([false, 0]);
  vi.runAllTimers();
  expect([closed.mock.calls.length, window.document.activeElement]).toEqual([1, outside]);
});

test("in such a browser Escape closes the modal unless the cancel event is prevented", () => {
  const { window, dialog } = openPage();
  openModal(dialog);
  const press = () =>
    window.document.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Escape" }));
  const preventClose = (event: Event) => event.preventDefault();
  dialog.addEventListener("cancel", preventClose);
  press();
  expect(isOpen(dialog)).toBe(true);
  dialog.removeEventListener("cancel", preventClose);
  press();
  expect(isOpen(dialog)).toBe(false);
});
