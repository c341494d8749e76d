import { cssBundleHref } from "@remix-run/css-bundle";

/**
 * The link to what only the views of a storey (a folder of `app/views`) wear, for the route that all
 * of its pages have in common: the build cuts it out of the bundle, which every page links. While
 * developing, that bundle has all of it.
 */
export function areaStyles(storey: "wizard" | "staff" | "portal" | "public") {
  // biome-ignore lint/style/noRestrictedGlobals: nothing of a process is read. The compiler writes "production" or "development" in place of just these words, also in the browser, and has no others for it.
  if (!cssBundleHref || process.env.NODE_ENV !== "production") return [];
  return [{ rel: "stylesheet", href: cssBundleHref.replace("css-bundle-", `${storey}-`) }];
}
