import { useEffect, useRef, useSyncExternalStore } from "react";
import { ExistingSearchParams } from "remix-utils/existing-search-params";
import { Button } from "~/components/controls";
import { DASHBOARD_FAILED } from "~/monitoring/analytics/dashboard";
import { connectionTrouble, retryNow, subscribe } from "~/platform/connection.client";
import styles from "./analytics.module.css";

interface TroubleProps {
  /** What the server said, where it said something. */
  text: string | undefined;
  hours: number;
}

/** Whether a refresh waits for a line that is gone. */
function useLostLine(): boolean {
  // The .client module is empty on the server, where none of it is ever called.
  return useSyncExternalStore(
    (listen) => subscribe(listen),
    () => connectionTrouble() !== "",
    () => false,
  );
}

/** That the figures could not be read, and the way to ask for them again. */
export function LoadError({ text, hours }: TroubleProps) {
  const isLost = useLostLine();
  const form = useRef<HTMLFormElement>(null);
  const wantsRetry = useRef(false);
  // What waited for the line may have been another request than the one that failed.
  useEffect(() => {
    if (isLost || !wantsRetry.current) return;
    wantsRetry.current = false;
    // A form that is just being sent cannot be sent again.
    const timer = setTimeout(() => form.current?.requestSubmit());
    return () => clearTimeout(timer);
  }, [isLost]);
  if (!text && !isLost) return null;
  return (
    <div className={styles.trouble} role="alert">
      <p>{isLost ? DASHBOARD_FAILED : text}</p>
      <form
        ref={form}
        method="get"
        action="/analytics"
        onSubmit={(event) => {
          // Without a line another page would take the place of this one and its figures.
          if (!isLost) return;
          event.preventDefault();
          wantsRetry.current = true;
          retryNow();
        }}
      >
        <ExistingSearchParams exclude={["hours"]} />
        <input type="hidden" name="hours" value={hours} />
        <Button type="submit">Retry</Button>
      </form>
    </div>
  );
}
