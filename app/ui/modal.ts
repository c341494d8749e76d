/*
 * Modal dialogs, also for browsers without showModal: iOS before 15.4 and Firefox before 98. There the style
 * sheet places them, and this code keeps the keyboard inside.
 */

/** Dialogs opened as modal; `:modal` is newer than dialogs are. */
const modals = new WeakSet<HTMLDialogElement>();

export const isOpen = (dialog: HTMLDialogElement) => dialog.hasAttribute("open");

/** Whether a dialog is open as a modal. */
export const isModal = (dialog: HTMLDialogElement) => isOpen(dialog) && modals.has(dialog);

const hasDialogs = (dialog: HTMLDialogElement) => Reflect.has(dialog, "showModal");

/** Keeps the focus in a dialog that the browser does not support. */
function keepFocus(dialog: HTMLDialogElement): void {
  const previousFocus = document.activeElement;
  const controller = new AbortController();
  const { signal } = controller;
  const keepInside = ({ target }: FocusEvent) => {
    if (!(target instanceof Node) || dialog.contains(target)) return;
    dialog.querySelector<HTMLElement>("button, a[href], input")?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) closeModal(dialog);
  };
  const handleClose = () => {
    controller.abort();
    if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
  };
  document.addEventListener("focusin", keepInside, { signal });
  document.addEventListener("keydown", handleKeyDown, { signal });
  dialog.addEventListener("close", handleClose, { signal });
}

/** Opens a dialog as a modal, also one that the server rendered open. */
export function openModal(dialog: HTMLDialogElement): void {
  // showModal throws for an open dialog.
  dialog.removeAttribute("open");
  modals.add(dialog);
  if (hasDialogs(dialog)) {
    dialog.showModal();
    return;
  }
  dialog.setAttribute("open", "");
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  keepFocus(dialog);
}

/** Closes a dialog; its `close` event fires a moment later. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (hasDialogs(dialog)) dialog.close();
  else if (isOpen(dialog)) {
    dialog.removeAttribute("open");
    setTimeout(() => dialog.dispatchEvent(new Event("close")));
  }
}
