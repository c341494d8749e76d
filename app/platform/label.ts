import { isSameName } from "./formats/same-name";
import { slug } from "./formats/slug";
import type { Settings } from "./settings";

/** Path of the label's own page: `/about-{brand}-`. */
export function aboutPath({ BRAND_NAME: brand }: Pick<Settings, "BRAND_NAME">): string {
  return `/about-${slug(brand, "us")}-`;
}

/** Which integrations and legal details are configured; public texts depend on them. */
function configuredFeatures(settings: Settings) {
  return [
    ...(settings.MONDAY_TOKEN ? (["board"] as const) : []),
    ...(settings.GOOGLE_DRIVE_ID ? (["drive"] as const) : []),
    ...(settings.SPOTIFY_CLIENT_ID ? (["spotify"] as const) : []),
    ...(settings.SMTP_HOST ? (["mail"] as const) : []),
    ...(settings.DROPBOX_SIGN_API_KEY ? (["signing"] as const) : []),
    settings.POSTAL_ADDRESS ? ("address" as const) : ("no-address" as const),
    isSameName(settings.LEGAL_ENTITY ?? settings.BRAND_NAME, settings.BRAND_NAME)
      ? ("no-legal-entity" as const)
      : ("legal-entity" as const),
  ];
}

/** What public pages say about the label. */
export function labelOf({ settings, site }: { settings: Settings; site: string }) {
  const brand = settings.BRAND_NAME;
  return {
    brand,
    legalEntity: settings.LEGAL_ENTITY ?? brand,
    address: settings.POSTAL_ADDRESS ?? "",
    support: settings.SUPPORT_EMAIL,
    site,
    about: aboutPath(settings),
    facts: configuredFeatures(settings),
    social: socialLinks(settings),
  };
}

/** Known sites by host; other links get the name of their kind. */
const SITE_NAMES: Record<string, string> = {
  "youtube.com": "YouTube",
  "vimeo.com": "Vimeo",
  "open.spotify.com": "Spotify",
  "music.apple.com": "Apple Music",
  "soundcloud.com": "SoundCloud",
  "instagram.com": "Instagram",
};

type SocialSettings = Partial<Pick<Settings, "VIDEO_URL" | "STREAMING_URL" | "PHOTO_URL">>;

export function socialLinks(settings: SocialSettings): { name: string; href: string }[] {
  const links = [
    ["Video", settings.VIDEO_URL],
    ["Streaming", settings.STREAMING_URL],
    ["Photos", settings.PHOTO_URL],
  ] as const;
  return links.flatMap(([kind, href]) => {
    if (!href) return [];
    const host = new URL(href).hostname.replace(/^www\./, "");
    return [{ name: SITE_NAMES[host] ?? kind, href }];
  });
}
