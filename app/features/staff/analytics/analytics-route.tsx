import { Stack } from "@mantine/core";
import {
  isRouteErrorResponse,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { useRef } from "react";
import {
  DEFAULT_HOURS,
  readHours,
  timeWindows,
  UNKNOWN_ERROR,
} from "~/observability/analytics/dashboard";
import { titled, UNLISTED } from "~/ui/page-title";
import { StaffFrame } from "../frame/staff-frame";
import { IncidentList } from "../incidents/incident-list";
import { StaffError } from "../staff-error";
import type { loader } from "./analytics-route.server";
import { AnalyticsView } from "./analytics-view";
import { LoadError } from "./load-error";
import { WindowForm } from "./window-form";

/** Scripts are for the automatic refresh only. */
export const handle = { scripts: true, frame: "own" };

const HEADING = "Analytics";

export const meta = titled(HEADING, UNLISTED);

export default function AnalyticsDashboard() {
  const { frame, hours, trouble, page } = useLoaderData<typeof loader>();
  // Keeps the last figures when a refresh fails.
  const lastPage = useRef({ hours, page });
  if (page) lastPage.current = { hours, page };
  const current = page ?? (lastPage.current.hours === hours ? lastPage.current.page : undefined);
  const window = timeWindows.find((timeWindow) => timeWindow.hours === hours)?.label ?? "";
  return (
    <StaffFrame frame={frame}>
      <Stack gap="lg">
        <Stack>
          <h1>{HEADING}</h1>
          <WindowForm hours={hours} readAt={current?.readAt} />
        </Stack>
        <LoadError text={trouble} hours={hours} />
        {current && <AnalyticsView page={current} window={window} />}
        {current && (
          <Stack component="section" aria-labelledby="incidents">
            <h2 id="incidents">Incidents</h2>
            <IncidentList incidents={current.incidents} isWatched={!frame?.incident?.isUnlisted} />
          </Stack>
        )}
      </Stack>
    </StaffFrame>
  );
}

/** Everything but a refusal is an unexpected error. */
export function ErrorBoundary() {
  const error = useRouteError();
  const [query] = useSearchParams();
  return (
    <StaffFrame frame={undefined}>
      {isRouteErrorResponse(error) ? (
        <StaffError />
      ) : (
        <Stack gap="lg">
          <h1>{HEADING}</h1>
          <LoadError text={UNKNOWN_ERROR} hours={readHours(query) ?? DEFAULT_HOURS} />
        </Stack>
      )}
    </StaffFrame>
  );
}
