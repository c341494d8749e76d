import { listPublishedArtists } from "~/artists/published-artists.server";
import type { Portal } from "~/session/portal";
import { listPublished } from "~/submission/record/published-releases.server";
import { aboutPath } from "../label.server";

type Own = Pick<Portal, "settings" | "site">;

/** What is somebody's own, or for machines: no search engine is to look for it. */
const PRIVATE = [
  ...["/submit", "/i/", "/r/", "/mail/"],
  ...["/login", "/logout", "/dashboard", "/edit-profile", "/confirm-email/"],
  ...["/submission/", "/release-details/", "/split/"],
  ...["/agreement", "/cookie-choices", "/offline", "/sw.js"],
  ...["/staff", "/analytics", "/test-dashboard"],
  ...["/api/", "/files/"],
];

/** Among the files those that public pages show and are shared with: the longer rule holds. */
const PICTURES = ["/files/pictures/", "/files/optimized/", "/files/originals/"];

/** `robots.txt`: what search engines leave alone, and where they find the rest. */
export function robotsText({ site }: Pick<Own, "site">): string {
  return [
    "User-agent: *",
    // Before the others: some robots take the first rule that fits.
    ...PICTURES.map((path) => `Allow: ${path}`),
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${site}/sitemap.xml`,
    "",
  ].join("\n");
}

/** Of each kind; a sitemap may name 50,000 addresses. */
const LISTED = 10_000;

/** The addresses of published releases and artists. */
export async function publishedPaths({ db }: Pick<Portal, "db">): Promise<string[]> {
  const [releases, artists] = await Promise.all([
    listPublished(db, LISTED),
    listPublishedArtists(db, LISTED),
  ]);
  return [
    ...releases.map(({ id }) => `/details/${id}`),
    ...artists.map(({ artistId }) => `/artist/${artistId}`),
  ];
}

/** `sitemap.xml`: every page that is for everybody. */
export function sitemap({ site, settings }: Own, pagePaths: readonly string[] = []): string {
  const paths = [
    ...["/", "/learn-more", "/faq", aboutPath(settings)],
    ...["/terms-of-service", "/privacy-policy", "/cookie-policy", "/data-protection"],
    ...pagePaths,
  ];
  const urls = paths.map((path) => `  <url><loc>${site}${path}</loc></url>\n`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}

/** `site.webmanifest`: https://www.w3.org/TR/appmanifest/. The colours are those of the light palette. */
export function webManifest({ settings }: Pick<Own, "settings">) {
  const icon = (side: number, purpose?: "maskable") => ({
    src: `/cards/icon-${purpose ? `${purpose}-` : ""}${side}.png`,
    sizes: `${side}x${side}`,
    type: "image/png",
    purpose,
  });
  return {
    name: `${settings.BRAND_NAME}: submit your music`,
    short_name: settings.BRAND_NAME,
    id: "/submit",
    start_url: "/submit",
    display: "standalone",
    background_color: "#faf6f1",
    theme_color: "#faf6f1",
    icons: [icon(192), icon(512), icon(512, "maskable")],
  };
}
