import { type MetaFunction, useOutletContext } from "@remix-run/react";
import type { Thing } from "schema-dts";
import type { Label, PageContent } from "~/reference/pages/page-content";
import { contentMeta } from "./content-meta";
import { ContentPage } from "./content-page";

/**
 * The `meta` function of a public page's route. Its layout route provides the label.
 * @param card the key of its picture in `cards`.
 * @param data its structured data.
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

export function PublicPage({ content }: { content: PageContent }) {
  return <ContentPage content={content} label={useOutletContext<Label>()} />;
}
