/*
 * Dialogs over the whole page, also in browsers that have none: iOS before 15.4 and Firefox before 98. There
 * the style sheet draws them in the same place, and the keyboard stays within.
 */

/** What was opened here: `:modal` is younger than dialogs are. */
const modals = new WeakSet<HTMLDialogElement>();

/** Whether a dialog is shown, in whatever way. */
export const isOpen = (dialog: HTMLDialogElement) => dialog.hasAttribute("open");

/** Whether a dialog was opened over the page, and is so still. */
export const isModal = (dialog: HTMLDialogElement) => isOpen(dialog) && modals.has(dialog);

const hasDialogs = (dialog: HTMLDialogElement) => Reflect.has(dialog, "showModal");

/** Keeps the keyboard in a dialog that the browser takes for any other element. */
function keepFocus(dialog: HTMLDialogElement): void {
  const earlier = document.activeElement;
  const watch = new AbortController();
  const { signal } = watch;
  const comeBack = ({ target }: FocusEvent) => {
    if (!(target instanceof Node) || dialog.contains(target)) return;
    dialog.querySelector<HTMLElement>("button, a[href], input")?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) closeModal(dialog);
  };
  const end = () => {
    watch.abort();
    if (earlier instanceof HTMLElement && earlier.isConnected) earlier.focus();
  };
  document.addEventListener("focusin", comeBack, { signal });
  document.addEventListener("keydown", onKey, { signal });
  dialog.addEventListener("close", end, { signal });
}

/** Opens a dialog over the page; one that the page was served with open becomes so, too. */
export function openModal(dialog: HTMLDialogElement): void {
  // showModal takes only what is shut.
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

/** Closes a dialog; it hears `close` a moment later. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (hasDialogs(dialog)) dialog.close();
  else if (isOpen(dialog)) {
    dialog.removeAttribute("open");
    setTimeout(() => dialog.dispatchEvent(new Event("close")));
  }
}
