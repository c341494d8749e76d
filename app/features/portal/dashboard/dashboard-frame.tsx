import { Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type DashboardTab, dashboardTabs } from "~/domain/artists/dashboard-tab";
import { LoadingDashboard } from "../loading-dashboard";
import portal from "../portal.module.css";

/** The layout of both tabs of the dashboard. */
export function DashboardFrame({ tab, children }: { tab: DashboardTab; children: ReactNode }) {
  return (
    <Stack gap="lg" pt="md" pb="xl">
      <div>
        <Group justify="space-between">
          {/* The artist's name is the large heading. */}
          <Text component="h1" ff="text" className="eyebrow">
            Dashboard
          </Text>
          <nav aria-label="Dashboard">
            <Group component="ul" gap="xs" className={portal.list}>
              {dashboardTabs.map((name, number) => (
                <li key={name}>
                  <Button
                    component={Link}
                    to={`/dashboard?tab=${number}`}
                    discover="none"
                    variant={number === tab ? "light" : "subtle"}
                    aria-current={number === tab ? "page" : undefined}
                  >
                    {name}
                  </Button>
                </li>
              ))}
            </Group>
          </nav>
        </Group>
        <LoadingDashboard />
      </div>
      {children}
    </Stack>
  );
}
