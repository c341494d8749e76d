import {
  IconActivityHeartbeat,
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconAt,
  IconCalendarEvent,
  IconChartBar,
  IconHistory,
  IconInbox,
  IconLink,
  IconList,
  IconPlugConnected,
  IconShieldLock,
  IconTable,
  IconToggleLeft,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";

export const INCIDENTS = "/staff/incidents";
export const QUEUE = "/staff";
export const MINE = "/staff?mine=1";
export const MENTIONS = "/staff/mentions";
export const DATES = "/staff/dates";

type PageEntry = readonly [path: string, label: string, icon: TablerIcon];

/** What staff do all day, and what they set up or look after. */
export const pageGroups: readonly (readonly PageEntry[])[] = [
  [
    [QUEUE, "Queue", IconInbox],
    [MENTIONS, "Mentions", IconAt],
    [DATES, "Dates", IconCalendarEvent],
    ["/staff/artists", "Artists", IconUsers],
    ["/staff/links", "Links", IconLink],
    ["/staff/figures", "Figures", IconChartBar],
  ],
  [
    ["/staff/reasons", "Reasons", IconList],
    ["/staff/sheets", "Sheets", IconTable],
    ["/staff/mode", "Mode", IconToggleLeft],
    ["/staff/data-requests", "Data requests", IconShieldLock],
    ["/staff/activity", "Activity", IconHistory],
    ["/analytics", "Analytics", IconActivityHeartbeat],
    ["/staff/connections", "Connections", IconPlugConnected],
    [INCIDENTS, "Incidents", IconAlertTriangle],
    ["/staff/settings", "Settings", IconAdjustmentsHorizontal],
  ],
];
