import type { MetaDescriptor } from "@remix-run/react";
import type { Thing } from "schema-dts";
import { pageTitle } from "~/ui/page-title";

type Page = Parameters<typeof pageTitle>[1];

/** The meta data of a page for search engines and social cards. */
interface Card {
  title: string;
  description: string;
  /** The absolute address. */
  url: string;
  brand: string;
  kind: "music.album" | "profile";
  /** Undefined for the card of the whole site. */
  picture: { url: string; alt: string } | undefined;
  /** Structured data, by schema.org. */
  structured: Thing;
}

/** The meta tags of a page: title, description, canonical address, social card and structured data. */
export function socialCard(card: Card, page: Page): MetaDescriptor[] {
  const { title, description, url, brand, kind, structured } = card;
  const sitePicture = { url: new URL("/cards/home.png", url).href, alt: brand };
  const picture = card.picture ?? sitePicture;
  return [
    ...pageTitle(title, page),
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: kind },
    { property: "og:site_name", content: brand },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    // Artwork and portraits are square; only the site's own card fits the large format.
    { name: "twitter:card", content: card.picture ? "summary" : "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { property: "og:image", content: picture.url },
    { property: "og:image:alt", content: picture.alt },
    { name: "twitter:image", content: picture.url },
    { name: "twitter:image:alt", content: picture.alt },
    { "script:ld+json": { "@context": "https://schema.org", ...Object(structured) } },
  ];
}
