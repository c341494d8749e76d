export const OFFLINE_DRAFT_KEY = "kept-draft";

/**
 * The event that makes every page discard what it has not saved, because its artist signs out.
 * `detail` tells whether a form, named as `ID:FORM`, belongs to the account.
 */
export const SIGNING_OUT = "signing-out";

/** What autosave stores for an account, as named in `autosave-queue.client`. */
const ACCOUNT_STORAGE = {
  event: SIGNING_OUT,
  /** Followed by the id of the draft and the name of the form. */
  prefix: "draft:",
  steps: ["profile", "details", "splits"],
  form: OFFLINE_DRAFT_KEY,
  unsent:
    "Some of what you typed hasn't reached us yet. If you sign out now, it is deleted from this device.",
  offline:
    "You are offline. This device deletes what we don't have yet. You stay signed in until you sign out again online.",
};

/**
 * Handles forms that sign out (`data-signs-out` on the form or its button): waits for unsent saves,
 * asks where something is unsaved, clears what the browser stores for the account, and tells other
 * tabs. Pages without scripts get its source text, so it may use nothing but its argument.
 */
function watchForms({
  event,
  prefix,
  steps,
  form: offlineForm,
  unsent,
  offline,
}: typeof ACCOUNT_STORAGE): void {
  if (Reflect.has(window, event)) return;
  Reflect.set(window, event, true);
  let state: "resting" | "waiting" | "passing" = "resting";
  const isOfAccount = (name: string) => {
    const bar = document.querySelector<HTMLElement>("[data-own-draft]");
    const [id, step = ""] = name.split(":");
    return steps.includes(step) || id === bar?.dataset.ownDraft;
  };
  // Storage may be forbidden, and is empty then.
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
    } catch {}
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
      // Safari has requestSubmit() since iOS 16 only.
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
    // A form cannot be submitted again while its submit event is being dispatched.
    setTimeout(checkCopies);
  });
}

/** Runs once per page. */
export const watchSignOut = (): void => watchForms(ACCOUNT_STORAGE);

/** The source text of it, for a page without scripts. */
export const SIGN_OUT_SCRIPT = `(${watchForms})(${JSON.stringify(ACCOUNT_STORAGE)})`;

/** Removes the form stored for offline use: it was submitted, or somebody signs out. */
export function deleteOfflineDraft(): void {
  try {
    localStorage.removeItem(OFFLINE_DRAFT_KEY);
  } catch {
    // Where storage is forbidden, nothing was stored.
  }
}
