/** The oldest browsers whose scripts start, for esbuild. Samsung Internet 15 is Chrome 90. */
export const OLD_SYNTAX = {
  target: ["chrome90", "firefox90", "ios15"],
  // Safari before 16 misparses class fields whose value has parentheses (WebKit bug 236843).
  supported: { "class-field": false, "class-static-field": false },
};
