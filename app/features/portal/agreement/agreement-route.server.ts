import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireArtist } from "~/session/require-artist";
import { agreementAction } from "./agreement-action.server";
import { agreementPage, readPanelState } from "./agreement-page.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  return { agreement: await agreementPage(context, artist, readPanelState(request.url)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  return agreementAction(request, context, artist);
}
