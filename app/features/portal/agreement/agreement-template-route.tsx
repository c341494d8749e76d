import { useLoaderData } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import type { loader } from "./agreement-template-route.server";
import { AgreementText } from "./agreement-text";

export const meta = titled("Contract template");

/** The full text of the agreement, opened in its own tab. */
export default function AgreementTemplate() {
  const { paragraphs, version } = useLoaderData<typeof loader>();
  return (
    <article className={notice.page}>
      <p className="eyebrow">Contract template, version {version}</p>
      <h1>Artist Agreement</h1>
      <AgreementText paragraphs={paragraphs} level="h2" />
    </article>
  );
}
