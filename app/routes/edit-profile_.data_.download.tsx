import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { DATA_PAGE } from "~/pages/data-page.server";
import { requireConfirmed } from "~/pages/portal/confirm-identity.server";
import { sendData } from "~/pages/portal/send-data.server";
import { requireArtist } from "~/session/require-artist";

/** A GET downloads nothing: scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireArtist(request, context);
  return redirect(DATA_PAGE);
}

/** Streams everything held about the artist as a zip, a few times a day. */
export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context);
  await requireConfirmed(context, artist, DATA_PAGE);
  return sendData(context, artist);
}
