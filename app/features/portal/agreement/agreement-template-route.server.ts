import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { parseParagraphs } from "~/domain/artists/agreement/agreement-text";
import { requireArtist } from "~/session/require-artist";
import { currentAgreement, requireAccount } from "./agreement-page.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  const account = await requireAccount(context, artist);
  const { text, templateVersion } = await currentAgreement(context, account);
  return { paragraphs: parseParagraphs(text), version: templateVersion };
}
