import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSmallForm } from "~/session/read-small-form";
import { requireArtist } from "~/session/require-artist";
import { claimableSubmissions, claimOfferedSubmissions } from "./claim-submissions.server";

/** Room for more than 200 ids. */
const MAX_BYTES = 32 * 1024;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  return { submissions: await claimableSubmissions(context, artist) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  const { fields } = await readSmallForm(request, "/dashboard", MAX_BYTES);
  const count = await claimOfferedSubmissions(context, artist, fields.getAll("submission[]"));
  return redirect(`/dashboard?tab=0&joined=${count}`);
}
