import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { readTab } from "~/artists/dashboard-tab";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { agreementPage, readPanelState } from "~/pages/portal/agreement-page.server";
import { showDashboard } from "~/pages/portal/dashboard.server";
import { requireArtist } from "~/session/require-artist";
import { AgreementPanel } from "~/views/portal/agreement/agreement-panel";
import { DashboardFrame } from "~/views/portal/dashboard/dashboard-frame";
import { ProfileCard } from "~/views/portal/dashboard/profile-card";
import { SubmissionList } from "~/views/portal/dashboard/submission-list";

const FIRST_TAB_PATH = "/dashboard?tab=0";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context);
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

function joinedText(count: number): string {
  if (count === 0) return "Nothing was added to your account.";
  return count === 1
    ? "1 submission was added to your account."
    : `${count} submissions were added to your account.`;
}

export const meta: MetaFunction = (page) => pageTitle("Dashboard", page);

export default function Dashboard() {
  const dashboard = useLoaderData<typeof loader>();
  if (dashboard.tab === 1)
    return (
      <DashboardFrame tab={1}>
        <AgreementPanel agreement={dashboard.agreement} currentPath="/dashboard?tab=1" />
      </DashboardFrame>
    );
  const { tab, joined, profile, completion, ...lists } = dashboard;
  return (
    <DashboardFrame tab={tab}>
      {joined !== undefined && <p role="status">{joinedText(joined)}</p>}
      <ProfileCard profile={profile} completion={completion} />
      <SubmissionList {...lists} />
    </DashboardFrame>
  );
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
