import type { AppLoadContext } from "@remix-run/cloudflare";
import { aboutPath } from "./label.server";

type Own = Pick<AppLoadContext, "settings" | "site">;

/** What is somebody's own, or for machines: no search engine is to look for it. */
const PRIVATE = [
  ...["/submit", "/i/", "/r/", "/mail/"],
  ...["/login", "/dashboard", "/edit-profile", "/submission/", "/release-details/"],
  ...["/details/", "/artist/"],
  ...["/staff", "/analytics", "/test-dashboard"],
  ...["/api/", "/files/"],
];

/** `robots.txt`: what search engines leave alone, and where they find the rest. */
export function robotsText({ site }: Pick<Own, "site">): string {
  return [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${site}/sitemap.xml`,
    "",
  ].join("\n");
}

/** `sitemap.xml`: every page that is for everybody. */
export function sitemap({ site, settings }: Own): string {
  const paths = [
    ...["/", "/learn-more", "/faq", aboutPath(settings)],
    ...["/terms-of-service", "/privacy-policy", "/cookie-policy", "/data-protection"],
  ];
  const urls = paths.map((path) => `  <url><loc>${site}${path}</loc></url>\n`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}
