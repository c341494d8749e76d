interface Feature {
  /** Its path in MDN's compatibility data. */
  mdn: string;
  /** An ES5 expression, which the oldest browsers can read. */
  has: string;
}

/**
 * The latest features that the scripts need. Together they mean Chrome 90, Firefox 90, iOS 15 and
 * Samsung Internet 15; a test checks that with MDN's data.
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

/** Features that `stand-ins.ts` adds to browsers with all of the above. */
export const STAND_INS: readonly Feature[] = [
  { mdn: "api.ReadableStream.pipeThrough", has: "ReadableStream.prototype.pipeThrough" },
  { mdn: "api.TransformStream", has: "window.TransformStream" },
  { mdn: "api.TextEncoderStream", has: "window.TextEncoderStream" },
  // Browsers without dialogs report no submitter either.
  { mdn: "api.HTMLDialogElement", has: "window.HTMLDialogElement" },
  { mdn: "api.HTMLFormElement.requestSubmit", has: "HTMLFormElement.prototype.requestSubmit" },
];

export const STAND_INS_PATH = "/workers/stand-ins.js";

const allOf = (needs: readonly Feature[]) => needs.map(({ has }) => has).join(" && ");

/**
 * Runs at the head of a page: in a browser without the needed features it forbids all scripts by a
 * policy, so that the page works as without script; else it sets `data-scripts`. A string, so that
 * no compiler uses newer syntax in it.
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
