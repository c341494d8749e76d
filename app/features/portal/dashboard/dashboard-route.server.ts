import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readTab } from "~/domain/artists/dashboard-tab";
import { requireArtist } from "~/session/require-artist";
import { agreementPage, readPanelState } from "../agreement/agreement-page.server";
import { showDashboard } from "./dashboard.server";

const FIRST_TAB_PATH = "/dashboard?tab=0";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  const { searchParams } = new URL(request.url);
  const tab = readTab(searchParams.get("tab"));
  if (tab === undefined) throw redirect(FIRST_TAB_PATH);
  if (tab === 1)
    return { tab, agreement: await agreementPage(context, artist, readPanelState(request.url)) };
  const joinedCount = parseJoinedCount(searchParams.get("joined"));
  return { tab, joined: joinedCount, ...(await showDashboard(request, context, artist)) };
}

/** The number of claimed submissions, from the address. */
function parseJoinedCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}
