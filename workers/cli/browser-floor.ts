/** The oldest browsers whose scripts start, by their names in MDN's compatibility data. */
export const OLDEST_BROWSERS = {
  chrome: "90",
  firefox: "90",
  safari_ios: "15",
  samsunginternet_android: "15.0",
} as const;

/** The same browsers for esbuild. Samsung Internet 15 is Chrome 90. */
export const OLD_SYNTAX = {
  target: ["chrome90", "firefox90", "ios15"],
  // Safari before 16 misparses class fields whose value has parentheses (WebKit bug 236843).
  supported: { "class-field": false, "class-static-field": false },
};
