import { Group, Text } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { LocalTime } from "~/ui/local-time";
import { Dimmed } from "../dimmed";
import { LinkTabs } from "../link-tabs";
import { StaffPage } from "../staff-page";

const pages = [
  ["/staff/activity", "Trail"],
  ["/staff/activity/mails", "Outbox"],
  ["/staff/activity/jobs", "Failed jobs"],
] as const;

/** One of the pages about what happened, with links to the others. */
export function ActivityPage({ children, ...page }: ComponentProps<typeof StaffPage>) {
  const { pathname } = useLocation();
  return (
    <StaffPage {...page}>
      <LinkTabs
        label="Activity"
        links={pages.map(([href, text]) => ({ href, text, isCurrent: pathname === href }))}
      />
      {children}
    </StaffPage>
  );
}

/** What a row is about, and when it was. */
export function RowHead({ title, at }: { title: string; at: string }) {
  return (
    <Group justify="space-between" align="baseline" gap="xs">
      <Text fw={600}>{title}</Text>
      <Dimmed>
        <LocalTime at={at} />
      </Dimmed>
    </Group>
  );
}
