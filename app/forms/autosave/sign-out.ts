/**
 * Has every page that saves itself give up what it has not saved: whoever typed it signs out. The event's
 * `detail` tells whether a form, named as `ID:FORM`, is of the account.
 */
export const SIGNING_OUT = "signing-out";

/** What belongs to an account among what autosave keeps in a browser, as `autosave-copy.client` names it. */
const KEPT = {
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
function watch({ event, prefix, steps, form: keptForm, unsent, offline }: typeof KEPT): void {
  if (Reflect.has(window, event)) return;
  Reflect.set(window, event, true);
  let state: "resting" | "waiting" | "passing" = "resting";
  const isTheirs = (name: string) => {
    const bar = document.querySelector<HTMLElement>("[data-own-draft]");
    const [id, step = ""] = name.split(":");
    return steps.includes(step) || id === bar?.dataset.ownDraft;
  };
  // Storage may be forbidden, and then there is nothing in it.
  const copies = () => {
    try {
      return Object.keys(localStorage).filter(
        (key) => key.startsWith(prefix) && isTheirs(key.slice(prefix.length)),
      );
    } catch {
      return [];
    }
  };
  const forget = () => {
    document.dispatchEvent(new CustomEvent(event, { detail: isTheirs }));
    try {
      for (const key of [...copies(), keptForm]) localStorage.removeItem(key);
    } catch {
      // As above.
    }
  };
  const others = window.BroadcastChannel && new window.BroadcastChannel(event);
  if (others) others.onmessage = forget;
  document.addEventListener("submit", (submitEvent) => {
    const { target: form, submitter } = submitEvent;
    if (!(form instanceof HTMLFormElement)) return;
    if (![form, submitter].some((one) => one?.hasAttribute("data-signs-out"))) return;
    if (state === "passing") return;
    submitEvent.preventDefault();
    if (state === "waiting") return;
    state = "waiting";
    const go = () => {
      forget();
      others?.postMessage(event);
      state = "passing";
      // Not requestSubmit(), which Safari has since iOS 16 only.
      (submitter ?? form.querySelector("button"))?.click();
      state = "resting";
    };
    let looks = navigator.onLine ? 30 : 0;
    const look = () => {
      if (copies().length === 0) return go();
      if (looks > 0) {
        looks -= 1;
        setTimeout(look, 100);
        return;
      }
      state = "resting";
      if (window.confirm(navigator.onLine ? unsent : offline)) go();
    };
    // A form takes no second submission while its first is still being told of.
    setTimeout(look);
  });
}

/** Once for each page: see there. */
export const watchSignOut = (): void => watch(KEPT);

/** The same for a page that has no scripts of its own. */
export const SIGN_OUT_SCRIPT = `(${watch})(${JSON.stringify(KEPT)})`;
