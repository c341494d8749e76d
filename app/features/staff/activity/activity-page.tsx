import { useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
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
