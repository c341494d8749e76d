import { Stack, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type DashboardTab, dashboardTabs } from "~/domain/artists/dashboard-tab";
import { LoadingDashboard } from "../loading-dashboard";
import styles from "./dashboard-frame.module.css";

/** The layout of both tabs of the dashboard. */
export function DashboardFrame({ tab, children }: { tab: DashboardTab; children: ReactNode }) {
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
