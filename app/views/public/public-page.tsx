import { type MetaFunction, useOutletContext } from "@remix-run/react";
import type { Thing } from "schema-dts";
import type { Label, PageContent } from "~/reference/pages/page-content";
import { contentMeta } from "./content-meta";
import { ContentPage } from "./content-page";

/**
 * What a public page's route says of it; the layout of these pages knows the label.
 * @param card as `cards` names it.
 * @param data what machines read of it.
 */
export function publicMeta(
  content: Pick<PageContent, "title" | "description">,
  card: string,
  data?: (label: Label) => Thing,
): MetaFunction<never, { "routes/_public": () => Label }> {
  return (page) => {
    const label = page.matches.find(({ id }) => id === "routes/_public")?.data;
    return label ? contentMeta(content, label, page, { card, data: data?.(label) }) : [];
  };
}

/** A public page within the layout of these pages. */
export function PublicPage({ content }: { content: PageContent }) {
  return <ContentPage content={content} label={useOutletContext<Label>()} />;
}
