/** Something that the page's scripts need, and how a browser is asked for it. */
interface Feature {
  /** Where MDN's compatibility data have it. */
  mdn: string;
  /** An expression of the year 2009: the oldest browsers read it, too. */
  has: string;
}

/**
 * What the page's scripts need and browsers had last. Together they are there from Chrome 90, Firefox 90,
 * iOS 15 and Samsung Internet 15 on; a test asks MDN's data whether they still are.
 */
export const SCRIPT_NEEDS: readonly Feature[] = [
  {
    mdn: "html.elements.script.type.module",
    has: '"noModule" in document.createElement("script")',
  },
  {
    mdn: "api.EventTarget.addEventListener.options_parameter.options_signal_parameter",
    has: "hasSignal()",
  },
  { mdn: "api.SubmitEvent", has: "!!window.SubmitEvent" },
  { mdn: "css.properties.scroll-margin", has: 'CSS.supports("scroll-margin", "1px")' },
];

/** What the stand-ins bring (`stand-ins.ts`) to browsers that have all of the above. */
export const STAND_INS: readonly Feature[] = [
  { mdn: "api.ReadableStream.pipeThrough", has: "ReadableStream.prototype.pipeThrough" },
  { mdn: "api.TransformStream", has: "window.TransformStream" },
  { mdn: "api.TextEncoderStream", has: "window.TextEncoderStream" },
  // Browsers without dialogs tell no script which button has sent a form.
  { mdn: "api.HTMLDialogElement", has: "window.HTMLDialogElement" },
  { mdn: "api.HTMLFormElement.requestSubmit", has: "HTMLFormElement.prototype.requestSubmit" },
];

/** Where the stand-ins lie on the site. */
export const STAND_INS_PATH = "/workers/stand-ins.js";

const allOf = (needs: readonly Feature[]) => needs.map(({ has }) => has).join(" && ");

/**
 * Decides at the head of a page with scripts whether they may start. Where they may not, it forbids all that
 * follow by a policy of its own, and the page is what it is without script; else the style sheets hear of
 * it by `data-scripts`. Text, since no compiler is to make it newer than it is.
 */
export const SCRIPT_GUARD = `(function () {
  function hasSignal() {
    var asked = false;
    var options = { get signal() { asked = true; } };
    document.addEventListener("guard", hasSignal, options);
    document.removeEventListener("guard", hasSignal, options);
    return asked;
  }
  var fits = false;
  try { fits = ${allOf(SCRIPT_NEEDS)}; } catch (e) {}
  if (!fits) {
    var rule = document.createElement("meta");
    rule.httpEquiv = "Content-Security-Policy";
    rule.content = "script-src 'none'";
    document.getElementsByTagName("head")[0].appendChild(rule);
    return;
  }
  document.documentElement.setAttribute("data-scripts", "start");
  if (!(${allOf(STAND_INS)}))
    document.write('<script src="${STAND_INS_PATH}"></scr' + 'ipt>');
})();`.replace(/\n\s*/g, " ");
