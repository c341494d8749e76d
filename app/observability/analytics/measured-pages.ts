/**
 * Measured pages: the wizard's, the portal's and staff's. Content pages have no script; their figures
 * come from `npm run bench -- pages`.
 */
export const MEASURED_PAGES = [
  "/submit",
  "/submit/artist",
  "/submit/music",
  "/submit/about",
  "/submit/review",
  "/submit/waiting-list",
  "/login",
  "/dashboard",
  "/dashboard/dates",
  "/dashboard/join",
  "/agreement",
  "/edit-profile",
  "/edit-profile/confirm",
  "/edit-profile/data",
  "/edit-profile/mails",
  "/edit-profile/sign-ins",
  "/submission/:id",
  "/release-details/:id",
  "/release-details/:id/splits",
  "/staff",
  "/staff/activity",
  "/staff/activity/jobs",
  "/staff/activity/mails",
  "/staff/activity/mails/:id",
  "/staff/artists",
  "/staff/artists/:id",
  "/staff/connections",
  "/staff/connections/board",
  "/staff/data-requests",
  "/staff/dates",
  "/staff/decide",
  "/staff/delivery/:id",
  "/staff/errors/:id",
  "/staff/figures",
  "/staff/folders/:id",
  "/staff/incidents",
  "/staff/links",
  "/staff/links/invitation",
  "/staff/links/returning",
  "/staff/listening/:id",
  "/staff/mentions",
  "/staff/mode",
  "/staff/reasons",
  "/staff/sheets",
  "/staff/sheets/:id",
  "/staff/sheets/chosen",
  "/staff/sessions",
  "/staff/settings",
  "/staff/sign-in",
  "/staff/submissions/:id",
  "/analytics",
  "/test-dashboard",
] as const;
export type MeasuredPage = (typeof MEASURED_PAGES)[number];

/** Whether an address matches a page, with any id. */
function matchesPage(page: string, parts: readonly string[]): boolean {
  const pageParts = page.split("/");
  return (
    pageParts.length === parts.length &&
    pageParts.every((part, index) => (part === ":id" ? parts[index] !== "" : part === parts[index]))
  );
}

/** The measured page of an address; undefined for any other. */
export function measuredPage(pathname: string): MeasuredPage | undefined {
  const path = pathname.replace(/(.)\/$/, "$1");
  // Exact names first: no id equals a page's name.
  const exactPage = MEASURED_PAGES.find((page) => page === path);
  return exactPage ?? MEASURED_PAGES.find((page) => matchesPage(page, path.split("/")));
}
