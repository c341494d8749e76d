/** After so long a second press is no slip of the finger. */
const PATIENCE_MS = 10_000;

/**
 * Posts a form once while the answer is awaited: a second press, or Enter twice, would post it again and
 * show the answer to the second post. Forms that a script handles are its own affair. An edited form is
 * another post. Pages get its source text, so it may use nothing but its argument.
 */
function postOnce(patience: number): void {
  let posted: { form: HTMLFormElement; at: number } | undefined;
  const release = () => {
    posted = undefined;
  };
  // On the window, behind all handlers that may prevent it.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.getAttribute("method")?.toLowerCase() !== "post") return;
    if (posted?.form === form && Date.now() - posted.at < patience) event.preventDefault();
    else posted = { form, at: Date.now() };
  });
  // A page that comes back by Back, and one whose post was stopped or answered by a file.
  window.addEventListener("pageshow", release);
  window.addEventListener("input", release);
  window.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") release();
  });
}

/** The source text of it, for the head of pages with forms. */
export const POST_ONCE = `(${postOnce})(${PATIENCE_MS});`;
