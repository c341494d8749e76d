import { Alert, Button, Group, Stack } from "@mantine/core";
import {
  isRouteErrorResponse,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { ExistingSearchParams } from "remix-utils/existing-search-params";
import {
  DASHBOARD_FAILED,
  DEFAULT_HOURS,
  readHours,
  timeWindows,
  UNKNOWN_ERROR,
} from "~/observability/analytics/dashboard";
import { connectionTrouble, retryNow, subscribe } from "~/platform/connection.client";
import { titled, UNLISTED } from "~/ui/page-title";
import { StaffFrame } from "../frame/staff-frame";
import { IncidentList } from "../incidents/incident-list";
import { StaffError } from "../staff-error";
import type { loader } from "./analytics-route.server";
import { AnalyticsView } from "./analytics-view";
import { WindowForm } from "./window-form";

/** Scripts are for the automatic refresh only. */
export const handle = { scripts: true, frame: "own" };

const HEADING = "Analytics";

export const meta = titled(HEADING, UNLISTED);

interface LoadErrorProps {
  /** The server's message, if there is one. */
  text: string | undefined;
  hours: number;
}

/** Whether a refresh waits for the connection. */
function useIsOffline(): boolean {
  // The .client module is empty on the server, where these functions are never called.
  return useSyncExternalStore(
    (listen) => subscribe(listen),
    () => connectionTrouble() !== "",
    () => false,
  );
}

/** An alert that the figures could not be read, with a retry button. */
function LoadError({ text, hours }: LoadErrorProps) {
  const isOffline = useIsOffline();
  const form = useRef<HTMLFormElement>(null);
  const wantsRetry = useRef(false);
  // What waited for the connection may have been another request than the failed one.
  useEffect(() => {
    if (isOffline || !wantsRetry.current) return;
    wantsRetry.current = false;
    // A form cannot be submitted again while it is being submitted.
    const timer = setTimeout(() => form.current?.requestSubmit());
    return () => clearTimeout(timer);
  }, [isOffline]);
  if (!text && !isOffline) return null;
  return (
    <Alert color="bad" role="alert">
      <Group justify="space-between">
        <p>{isOffline ? DASHBOARD_FAILED : text}</p>
        <form
          ref={form}
          method="get"
          action="/analytics"
          onSubmit={(event) => {
            // While offline, a navigation would replace this page and its figures.
            if (!isOffline) return;
            event.preventDefault();
            wantsRetry.current = true;
            retryNow();
          }}
        >
          <ExistingSearchParams exclude={["hours"]} />
          <input type="hidden" name="hours" value={hours} />
          <Button type="submit">Retry</Button>
        </form>
      </Group>
    </Alert>
  );
}

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
