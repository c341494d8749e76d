import type { MetaDescriptor } from "@remix-run/react";
import type { Thing } from "schema-dts";
import { pageTitle } from "~/components/page-title";

type Page = Parameters<typeof pageTitle>[1];

/** What a page for everybody says of itself to whoever lists it or passes it on. */
interface Card {
  title: string;
  description: string;
  /** The whole address. */
  url: string;
  brand: string;
  kind: "music.album" | "profile";
  /** Without one of its own it is shared with the card of the whole site. */
  picture: { url: string; alt: string } | undefined;
  /** By schema.org. */
  structured: Thing;
}

/** Title, description, own address, social card and structured data of a page for everybody. */
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
    // Artwork and faces are square: only the site's own card is as wide as a large one.
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
