import type { MetaDescriptor } from "@remix-run/react";
import type { FAQPage, Organization, Thing } from "schema-dts";
import {
  applicableTexts,
  fillPlaceholders,
  type Label,
  type PageContent,
  plainText,
  questionsOf,
} from "~/reference/pages/page-content";
import { pageTitle } from "~/ui/page-title";

type Page = Parameters<typeof pageTitle>[1] & { location: { pathname: string } };

interface Shared {
  /** The key of its picture in `cards`. */
  card: string;
  /** Its structured data, by schema.org. */
  data?: Thing;
}

/** The meta tags of a static page: title, description, canonical address and social card. */
export function contentMeta(
  { title, description }: Pick<PageContent, "title" | "description">,
  label: Label,
  page: Page,
  { card, data }: Shared,
): MetaDescriptor[] {
  const texts = {
    title: fillPlaceholders(title, label),
    description: fillPlaceholders(description, label),
  };
  const address = label.site + page.location.pathname;
  return [
    ...pageTitle(texts.title, page),
    { name: "description", content: texts.description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: label.brand },
    { property: "og:title", content: texts.title },
    { property: "og:description", content: texts.description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${label.site}/cards/${card}.png` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(data ? [{ "script:ld+json": { "@context": "https://schema.org", ...Object(data) } }] : []),
  ];
}

/** The label as structured data: https://schema.org/Organization. */
export function organization({ brand, legalEntity, site, support, social }: Label): Organization {
  return {
    "@type": "Organization",
    name: brand,
    legalName: legalEntity,
    url: `${site}/`,
    logo: `${site}/cards/icon-512.png`,
    email: support,
    sameAs: social.map(({ href }) => href),
  };
}

/** Questions and answers of a page: https://schema.org/FAQPage. */
export function faqPage(page: PageContent, label: Label): FAQPage {
  return {
    "@type": "FAQPage",
    mainEntity: questionsOf(page).map(([title, text]) => ({
      "@type": "Question",
      name: plainText(title, label),
      acceptedAnswer: {
        "@type": "Answer",
        text: text
          .flatMap((passage) => applicableTexts(passage, label))
          .map((paragraph) => plainText(paragraph, label))
          .join("\n"),
      },
    })),
  };
}
