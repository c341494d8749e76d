import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { completionOf } from "~/domain/artists/completion";
import { readTab } from "~/domain/artists/dashboard-tab";
import { missingInProfile, neededInProfile } from "~/domain/artists/missing-profile";
import { portalProfile } from "~/domain/artists/portal-profile";
import { readArtistStates, releaseClock } from "~/domain/artists/release-states.server";
import { waitingItems } from "~/domain/artists/waiting-tasks";
import { releasesOfArtist } from "~/domain/submission/record/artist-releases.server";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSignedInAccount } from "~/session/member.server";
import { refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { currentDraftSql } from "~/session/unlocked-draft.server";
import { agreementPage, readPanelState } from "../agreement/agreement-page.server";

const FAILED = "Failed to load dashboard data";

interface DashboardDeps extends Pick<AppContext, "db" | "clock"> {
  settings: Pick<AppContext["settings"], "SIGNING_SECRET" | "DELIVERY_WEEKS">;
  scope: Pick<AppContext["scope"], "logFailure">;
}

/** Three round trips; the account bar shares the first. */
async function readDashboard(
  request: Request,
  context: DashboardDeps,
  artist: Pick<SignedIn, "id">,
  before: string | undefined,
) {
  const currentDraftId = await currentDraftSql(request, context);
  const clock = releaseClock(context);
  const filter = { artistId: artist.id, isInBrowser: currentDraftId, before, ...clock };
  const [overview, releases, waiting] = await Promise.all([
    readSignedInAccount(request, context, artist),
    releasesOfArtist(context.db, filter),
    readArtistStates(context.db, artist.id, clock),
  ]);
  if (!overview) throw new Error("The account of a session is gone");
  const profile = portalProfile(overview.account, overview.submissionCount);
  const { joinable } = overview;
  const isOlderPage = before !== undefined;
  return {
    profile,
    completion: completionOf(profile),
    missing: missingInProfile(profile),
    // A page of earlier submissions does not repeat them.
    waiting: isOlderPage
      ? undefined
      : waitingItems(
          {
            ...{ ...waiting, ...clock, drafts: releases.drafts },
            missingInProfile: neededInProfile(profile),
          },
          clock.now,
        ),
    now: filter.now.toISOString(),
    joinable,
    ...releases,
    older: isOlderPage,
  };
}
type DashboardData = Awaited<ReturnType<typeof readDashboard>>;

/**
 * Loads the dashboard.
 * @throws Response 503 with the specified sentence where the database does not answer.
 */
export async function showDashboard(
  request: Request,
  context: DashboardDeps,
  artist: Pick<SignedIn, "id">,
): Promise<DashboardData> {
  // Longer than any id; an unknown cursor matches nothing.
  const before = new URL(request.url).searchParams.get("before")?.slice(0, 40) || undefined;
  try {
    return await readDashboard(request, context, artist, before);
  } catch (error) {
    context.scope.logFailure(error);
    throw refusal(503, FAILED);
  }
}

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

function parseJoinedCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}
