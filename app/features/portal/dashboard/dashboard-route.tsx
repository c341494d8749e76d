import { Stack, VisuallyHidden } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { type DashboardTab, dashboardTabs } from "~/domain/artists/dashboard-tab";
import { titled } from "~/ui/page-title";
import { AgreementPanel } from "../agreement/agreement-panel";
import { LoadingDashboard } from "../loading-dashboard";
import styles from "./dashboard-frame.module.css";
import type { loader } from "./dashboard-route.server";
import { ProfileCard } from "./profile-card";
import { SubmissionList } from "./submission-list";
import { WhatWaits } from "./what-waits";

function joinedText(count: number): string {
  if (count === 0) return "Nothing was added to your account.";
  return count === 1
    ? "1 submission was added to your account."
    : `${count} submissions were added to your account.`;
}

export const meta = titled("Dashboard");

export default function Dashboard() {
  const dashboard = useLoaderData<typeof loader>();
  if (dashboard.tab === 1)
    return (
      <DashboardFrame tab={1}>
        <AgreementPanel agreement={dashboard.agreement} currentPath="/dashboard?tab=1" />
      </DashboardFrame>
    );
  const { tab, joined, profile, completion, missing, waiting, now, ...lists } = dashboard;
  return (
    <DashboardFrame tab={tab}>
      {joined !== undefined && <p role="status">{joinedText(joined)}</p>}
      {waiting && <WhatWaits items={waiting} releases={lists.releases} now={new Date(now)} />}
      {waiting && (
        <p>
          <Link to="/dashboard/dates" discover="none">
            All your dates, also for your calendar
          </Link>
        </p>
      )}
      <SubmissionList {...lists} />
      <ProfileCard profile={profile} completion={completion} missing={missing} />
    </DashboardFrame>
  );
}

function DashboardFrame({ tab, children }: { tab: DashboardTab; children: ReactNode }) {
  return (
    <Stack gap="lg" pb="xl">
      <div>
        {/* The tab says it to who sees. */}
        <VisuallyHidden component="h1">Dashboard</VisuallyHidden>
        <nav aria-label="Dashboard">
          <ul className={styles.tabs}>
            {dashboardTabs.map((name, number) => (
              <li key={name}>
                <Link
                  to={`/dashboard?tab=${number}`}
                  discover="none"
                  aria-current={number === tab ? "page" : undefined}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <LoadingDashboard />
      </div>
      {children}
    </Stack>
  );
}
