import { useLocation } from "@remix-run/react";
import { LinkTabs } from "../link-tabs";

const pages = [
  ["/staff/activity", "Trail"],
  ["/staff/activity/mails", "Outbox"],
  ["/staff/activity/jobs", "Failed jobs"],
] as const;

export function ActivityNav() {
  const { pathname } = useLocation();
  return (
    <LinkTabs
      label="Activity"
      links={pages.map(([href, text]) => ({ href, text, isCurrent: pathname === href }))}
    />
  );
}
