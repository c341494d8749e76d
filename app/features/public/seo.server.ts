import { listPublishedArtists } from "~/domain/artists/published-artists.server";
import { listPublished } from "~/domain/publishing/published-releases.server";
import { aboutPath } from "~/platform/label";
import type { AppContext } from "~/session/app-context";

type SiteDeps = Pick<AppContext, "settings" | "site">;

/** Personal pages and endpoints that search engines must not index. */
const PRIVATE = [
  ...["/submit", "/i/", "/r/", "/mail/"],
  ...["/login", "/logout", "/dashboard", "/edit-profile", "/confirm-email/"],
  ...["/submission/", "/release-details/", "/split/", "/fix/", "/status/", "/listen/"],
  ...["/agreement", "/cookie-choices", "/offline", "/sw.js"],
  ...["/staff", "/analytics", "/test-dashboard"],
  ...["/api/", "/files/"],
];

/** Pictures of public pages: the longer rule wins. */
const PICTURES = ["/files/pictures/", "/files/optimized/", "/files/originals/"];

export function robotsText({ site }: Pick<SiteDeps, "site">): string {
  return [
    "User-agent: *",
    // Allow rules first: some robots take the first rule that matches.
    ...PICTURES.map((path) => `Allow: ${path}`),
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${site}/sitemap.xml`,
    "",
  ].join("\n");
}

/** Of each kind; a sitemap may have 50,000 addresses. */
const MAX_LISTED = 10_000;

export async function publishedPaths({ db }: Pick<AppContext, "db">): Promise<string[]> {
  const [releases, artists] = await Promise.all([
    listPublished(db, MAX_LISTED),
    listPublishedArtists(db, MAX_LISTED),
  ]);
  return [
    ...releases.map(({ id }) => `/details/${id}`),
    ...artists.map(({ artistId }) => `/artist/${artistId}`),
  ];
}

export function sitemap({ site, settings }: SiteDeps, pagePaths: readonly string[] = []): string {
  const paths = [
    ...["/", "/learn-more", "/faq", aboutPath(settings)],
    ...["/terms-of-service", "/privacy-policy", "/cookie-policy", "/data-protection"],
    ...pagePaths,
  ];
  const urls = paths.map((path) => `  <url><loc>${site}${path}</loc></url>\n`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}

/** `site.webmanifest`: https://www.w3.org/TR/appmanifest/. The colours are those of the light palette. */
export function webManifest({ settings }: Pick<SiteDeps, "settings">) {
  const icon = (size: number, purpose?: "maskable") => ({
    src: `/cards/icon-${purpose ? `${purpose}-` : ""}${size}.png`,
    sizes: `${size}x${size}`,
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
