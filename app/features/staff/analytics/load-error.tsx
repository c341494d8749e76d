import { Alert, Button, Group } from "@mantine/core";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { ExistingSearchParams } from "remix-utils/existing-search-params";
import { DASHBOARD_FAILED } from "~/observability/analytics/dashboard";
import { connectionTrouble, retryNow, subscribe } from "~/platform/connection.client";

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
export function LoadError({ text, hours }: LoadErrorProps) {
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
