import { useNavigation, useRevalidator, useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { ExistingSearchParams } from "remix-utils/existing-search-params";
import { Button, NativeSelect } from "~/components/controls";
import { useHydrated } from "~/components/use-hydrated";
import { type Hours, timeWindows } from "~/monitoring/analytics/dashboard";
import styles from "./analytics.module.css";

/** How often the page reads its figures anew (specification, portal, section 9). */
const REFRESH_MS = 5 * 60_000;

/** Reads the page's figures anew every five minutes, while it is wanted and somebody may be looking. */
function useAutoRefresh(on: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!on) return;
    let last = Date.now();
    const refresh = () => {
      last = Date.now();
      revalidate();
    };
    // A timer that is a little late makes the next one early: whether it is time is not asked again.
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, REFRESH_MS);
    // Whoever comes back to the tab after a while finds it up to date.
    const back = () => {
      if (!document.hidden && Date.now() - last >= REFRESH_MS) refresh();
    };
    document.addEventListener("visibilitychange", back);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    };
  }, [on, revalidate]);
}

/** How far back the page looks, and the button that reads it anew: a form, as any other. */
export function WindowForm({ hours, readAt }: { hours: Hours; readAt: string | undefined }) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const [refreshing, setRefreshing] = useState(true);
  useAutoRefresh(refreshing);
  const isLoading = [useNavigation().state, useRevalidator().state].some((on) => on !== "idle");
  return (
    <div className={styles.tools}>
      <form
        method="get"
        action="/analytics"
        className={styles.window}
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget, { preventScrollReset: true });
        }}
      >
        {/* Another window keeps how its figures are told apart. */}
        <ExistingSearchParams exclude={["hours"]} />
        <NativeSelect
          key={hours}
          id="window"
          name="hours"
          label="Time window"
          defaultValue={String(hours)}
          data={timeWindows.map(({ hours: value, label }) => ({ value: String(value), label }))}
          onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
        />
        <Button type="submit">Refresh</Button>
      </form>
      <div className={styles.freshness}>
        <p role="status">{isLoading ? "Loading..." : readAt && `As of ${readAt}`}</p>
        {hydrated && (
          <label className={styles.auto}>
            <input
              type="checkbox"
              checked={refreshing}
              onChange={(event) => setRefreshing(event.currentTarget.checked)}
            />
            Refresh every 5 minutes
          </label>
        )}
      </div>
    </div>
  );
}
