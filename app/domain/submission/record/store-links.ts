import * as v from "valibot";
import { webAddress } from "~/platform/formats/web-address";

export interface StoreLink {
  name: string;
  href: string;
}

const MAX_LINKS = 12;
const MAX_LENGTH = 500;

/** Stores by the end of their host; others are called by their host. */
const STORES: readonly (readonly [host: string, name: string])[] = [
  ["spotify.com", "Spotify"],
  ["music.apple.com", "Apple Music"],
  ["itunes.apple.com", "iTunes"],
  ["music.youtube.com", "YouTube Music"],
  ["youtube.com", "YouTube"],
  ["youtu.be", "YouTube"],
  ["deezer.com", "Deezer"],
  ["tidal.com", "TIDAL"],
  ["bandcamp.com", "Bandcamp"],
  ["soundcloud.com", "SoundCloud"],
  ["qobuz.com", "Qobuz"],
  ["beatport.com", "Beatport"],
  ["pandora.com", "Pandora"],
  ["audiomack.com", "Audiomack"],
];

function storeName(href: string): string {
  const host = new URL(href).hostname.replace(/^www\./, "");
  // One store with a host per country.
  if (/^music\.amazon\.[a-z.]+$/.test(host)) return "Amazon Music";
  const store = STORES.find(([end]) => host === end || host.endsWith(`.${end}`));
  return store?.[1] ?? host;
}

const stores = (hrefs: readonly string[]) =>
  hrefs.map((href): StoreLink => ({ name: storeName(href), href }));

function linksError(lines: readonly string[]): string | undefined {
  if (lines.length > MAX_LINKS) return `Leave ${MAX_LINKS} links at most.`;
  const names = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const href = webAddress(line);
    const label = lines.length > 1 ? `Link ${index + 1}` : "The link";
    if (!href?.startsWith("https:")) return `${label} is not an address that begins with https://.`;
    if (href.length > MAX_LENGTH) return `${label} has more than ${MAX_LENGTH} characters.`;
    const name = storeName(href);
    if (names.has(name)) return `Two links lead to ${name}. Leave one of them.`;
    names.add(name);
  }
  return undefined;
}

/** Links as typed, one per line; parsed to a list of addresses. */
export const storeLinksSchema = v.object({
  storeLinks: v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .split(/\r\n?|\n/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? linksError(dataset.value) : undefined;
      if (message) addIssue({ message });
    }),
    v.transform((lines) => lines.flatMap((line) => webAddress(line) ?? [])),
  ),
});

const storedSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

export const storeLinksOf = ({ storeLinks }: { storeLinks: string }): StoreLink[] =>
  stores(v.parse(storedSchema, storeLinks));
