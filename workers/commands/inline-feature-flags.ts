/** Reads of a future flag, such as `o.future.v3_singleFetch`, whatever a compiler has called the rest. */
const FLAG =
  /(?<![\w$.)\]?])[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*\??\.(v[37]_\w+)\b(?!\s*=[^=])/g;

/** The router's own function that warns developers of what they do wrong; production calls it, too. */
const WARNING =
  /function ([\w$]+)\(([\w$]+),([\w$]+)\)\{if\(!\2\)\{typeof console<"u"&&console\.warn\(\3\);try\{throw new Error\(\3\)\}catch\{\}\}\}/;

/** A route's data: with single fetch it comes by a function, and the call of its own is never made. */
const OWN_CALL =
  /if\(typeof ([\w$]+)=="function"\)return await \1\(\);let ([\w$]+)=await [\w$]+\([\w$]+,[\w$]+\);return [\w$]+\?[\w$]+\(\2\):\2/;

/** On in this app, whose configuration has them, or always on in Remix. */
export const FUTURE_FLAGS: ReadonlySet<string> = new Set([
  ...["v3_fetcherPersist", "v3_lazyRouteDiscovery", "v3_relativeSplatPath", "v3_singleFetch"],
  ...["v3_throwAbortReason", "v7_fetcherPersist", "v7_normalizeFormMethod"],
  ...["v7_partialHydration", "v7_prependBasename", "v7_relativeSplatPath"],
  ...["v7_skipActionErrorRevalidation", "v7_startTransition"],
]);

function replaceOnce(code: string, pattern: RegExp, by: string): string {
  if (!pattern.test(code)) throw new Error(`The framework's scripts have changed: no ${pattern}`);
  return code.replace(pattern, by);
}

/**
 * Settles in the framework's script what it would ask at run time, though in this app it has one
 * answer: its future flags are on, and its pages are rendered on the server. What serves the other
 * answers is found unused then, and left out; so are the texts that warn developers.
 * @param code a script of libraries, minified; comes back as it is where the framework is not in it.
 * @throws Error where the framework is in it, but not as it is known here.
 */
export function inlineFeatureFlags(code: string): string {
  if (!code.includes("v3_singleFetch")) return code;
  const fixedCode = code
    .replace(FLAG, (read: string, flag: string) => (FUTURE_FLAGS.has(flag) ? "!0" : read))
    .replaceAll("window.__remixContext.isSpaMode", "!1");
  return replaceOnce(
    replaceOnce(fixedCode, WARNING, "function $1(){}"),
    OWN_CALL,
    "return await $1()",
  );
}
