import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { parseParagraphs } from "~/artists/agreement/agreement-text";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { currentAgreement, requireAccount } from "~/pages/portal/agreement-page.server";
import { requireArtist } from "~/session/require-artist";
import { AgreementText } from "~/views/portal/agreement/agreement-text";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context);
  const account = await requireAccount(context, artist);
  const { text, templateVersion } = await currentAgreement(context, account);
  return { paragraphs: parseParagraphs(text), version: templateVersion };
}

export const meta: MetaFunction = (page) => pageTitle("Contract template", page);

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
