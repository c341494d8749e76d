import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { sendData } from "~/features/portal/data/send-data.server";
import { requireConfirmed } from "~/features/portal/sign-ins/confirm-identity.server";
import { DATA_PAGE } from "~/session/data-page.server";
import { requireArtist } from "~/session/require-artist";

/** A GET downloads nothing: scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireArtist(request, context, "read");
  return redirect(DATA_PAGE);
}

/** Streams everything held about the artist as a zip, a few times a day. */
export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  await requireConfirmed(context, artist, DATA_PAGE);
  return sendData(context, artist);
}
