/**
 * Has every page that saves itself give up what it has not saved: whoever typed it signs out. The event's
 * `detail` tells whether a form, named as `ID:FORM`, is of the account.
 */
export const SIGNING_OUT = "signing-out";

/** What belongs to an account among what autosave keeps in a browser, as `autosave-copy.client` names it. */
const ACCOUNT_STORAGE = {
  event: SIGNING_OUT,
  /** Before the id of what was typed in, which the name of its form follows. */
  prefix: "draft:",
  steps: ["profile", "details", "splits"],
  /** The form that opens without a connection. */
  form: "kept-draft",
  unsent:
    "Some of what you typed hasn't reached us yet. If you sign out now, it is deleted from this device.",
  offline:
    "You are offline. What you typed and we don't have yet will be deleted from this device. Sign out once more when you are online: until then your sign-in stays open.",
};

/**
 * Watches the forms that sign out, marked by `data-signs-out` or by a button that is: waits for what is on
 * its way, asks where something has not arrived, and takes what the browser keeps of the account. Other
 * tabs are told, or they would keep it once more. Pages without scripts have it as text: it may refer to
 * nothing but what it is given.
 */
function watchForms({ event, prefix, steps, form: offlineForm, unsent, offline }: typeof ACCOUNT_STORAGE): void {
  if (Reflect.has(window, event)) return;
  Reflect.set(window, event, true);
  let state: "resting" | "waiting" | "passing" = "resting";
  const isOfAccount = (name: string) => {
    const bar = document.querySelector<HTMLElement>("[data-own-draft]");
    const [id, step = ""] = name.split(":");
    return steps.includes(step) || id === bar?.dataset.ownDraft;
  };
  // Storage may be forbidden, and then there is nothing in it.
  const copies = () => {
    try {
      return Object.keys(localStorage).filter(
        (key) => key.startsWith(prefix) && isOfAccount(key.slice(prefix.length)),
      );
    } catch {
      return [];
    }
  };
  const clearStorage = () => {
    document.dispatchEvent(new CustomEvent(event, { detail: isOfAccount }));
    try {
      for (const key of [...copies(), offlineForm]) localStorage.removeItem(key);
    } catch {
      // As above.
    }
  };
  const channel = window.BroadcastChannel && new window.BroadcastChannel(event);
  if (channel) channel.onmessage = clearStorage;
  document.addEventListener("submit", (submitEvent) => {
    const { target: form, submitter } = submitEvent;
    if (!(form instanceof HTMLFormElement)) return;
    if (![form, submitter].some((element) => element?.hasAttribute("data-signs-out"))) return;
    if (state === "passing") return;
    submitEvent.preventDefault();
    if (state === "waiting") return;
    state = "waiting";
    const signOut = () => {
      clearStorage();
      channel?.postMessage(event);
      state = "passing";
      // Not requestSubmit(), which Safari has since iOS 16 only.
      (submitter ?? form.querySelector("button"))?.click();
      state = "resting";
    };
    let remainingChecks = navigator.onLine ? 30 : 0;
    const checkCopies = () => {
      if (copies().length === 0) return signOut();
      if (remainingChecks > 0) {
        remainingChecks -= 1;
        setTimeout(checkCopies, 100);
        return;
      }
      state = "resting";
      if (window.confirm(navigator.onLine ? unsent : offline)) signOut();
    };
    // A form takes no second submission while its first is still being told of.
    setTimeout(checkCopies);
  });
}

/** Once for each page: see there. */
export const watchSignOut = (): void => watchForms(ACCOUNT_STORAGE);

/** The same for a page that has no scripts of its own. */
export const SIGN_OUT_SCRIPT = `(${watchForms})(${JSON.stringify(ACCOUNT_STORAGE)})`;
