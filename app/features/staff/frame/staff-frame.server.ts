import type { AppLoadContext } from "@remix-run/cloudflare";
import { countForStaff, type StaffCounts } from "~/domain/review/mentions.server";
import { openIncidents } from "~/observability/health/incident-views.server";
import type { Staff } from "~/platform/principal";
import { incidentNotice, type OpenIncident, SWEEP_RULE } from "./incident-notice";

export interface StaffFrameData {
  brand: string;
  name: string;
  /** Where the user signs out: here, at Cloudflare Access, or nowhere. */
  signsOut: "here" | "access" | "nowhere";
  /** Undefined while no incident is open. */
  incident: ReturnType<typeof incidentNotice>;
  /** What waits for the user. */
  counts: StaffCounts;
}

const NO_COUNTS: StaffCounts = { mine: 0, mentions: 0 };

/** The frame of a page that knows the open incidents by itself. */
export function staffFrame(
  { edge, settings, clock }: Pick<AppLoadContext, "edge" | "settings" | "clock">,
  { name, sessionId }: Staff,
  incidents: readonly OpenIncident[],
  counts: StaffCounts = NO_COUNTS,
): StaffFrameData {
  return {
    brand: settings.BRAND_NAME,
    name,
    signsOut: sessionId ? "here" : edge.access ? "access" : "nowhere",
    incident: incidentNotice(incidents, clock()),
    counts,
  };
}

/** What waits for the user. Where it can't be counted, nothing does. */
export function loadStaffCounts(
  { db, clock, scope }: Pick<AppLoadContext, "db" | "clock" | "scope">,
  { id }: Staff,
  openItemId?: string,
): Promise<StaffCounts> {
  return countForStaff(db, id, clock(), openItemId).catch((error: unknown) => {
    scope.logFailure(error);
    return NO_COUNTS;
  });
}

/** The silence of the sweep as an incident: none where it runs, or where that can't be read. */
export async function loadSweepIncident({
  monitoring,
  scope,
}: Pick<AppLoadContext, "monitoring" | "scope">): Promise<OpenIncident[]> {
  try {
    const openedAt = await monitoring.sweepSilence();
    return openedAt === undefined ? [] : [{ rule: SWEEP_RULE, subject: "", openedAt }];
  } catch (error) {
    scope.logFailure(error);
    return [];
  }
}

async function loadOpenIncidents(context: AppLoadContext): Promise<OpenIncident[]> {
  const [silence, incidents] = await Promise.all([
    loadSweepIncident(context),
    openIncidents(context.db, context.clock()).catch((error: unknown) => {
      context.scope.logFailure(error);
      return [];
    }),
  ]);
  return [...silence, ...incidents];
}

/**
 * What the frame of a staff page shows. Where incidents can't be read, it shows none.
 * @param openItemId the entry that the page is about; its mentions count as seen.
 */
export async function loadStaffFrame(
  context: AppLoadContext,
  staff: Staff,
  openItemId?: string,
): Promise<StaffFrameData> {
  const [incidents, counts] = await Promise.all([
    loadOpenIncidents(context),
    loadStaffCounts(context, staff, openItemId),
  ]);
  return staffFrame(context, staff, incidents, counts);
}
