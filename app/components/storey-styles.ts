import { cssBundleHref } from "@remix-run/css-bundle";

/**
 * The link to what only the views of a storey (a folder of `app/views`) wear, for the route that all
 * of its pages have in common: the build cuts it out of the bundle, which every page links. While
 * developing, that bundle has all of it.
 */
export function storeyStyles(storey: "wizard" | "staff" | "portal" | "public") {
  // biome-ignore lint/style/noRestrictedGlobals: a word that the compiler puts a text in place of.
  if (!cssBundleHref || process.env.NODE_ENV !== "production") return [];
  return [{ rel: "stylesheet", href: cssBundleHref.replace("css-bundle-", `${storey}-`) }];
}
