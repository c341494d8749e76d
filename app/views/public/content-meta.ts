import type { MetaDescriptor } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { filled, type Label, type PageContent } from "~/reference/pages/page-content";

type Page = Parameters<typeof pageTitle>[1] & { location: { pathname: string } };

/** Title, description and own address of a page that is there to be read. */
export function contentMeta(content: PageContent, label: Label, page: Page): MetaDescriptor[] {
  return [
    ...pageTitle(filled(content.title, label), page),
    { name: "description", content: filled(content.description, label) },
    { tagName: "link", rel: "canonical", href: label.site + page.location.pathname },
  ];
}
