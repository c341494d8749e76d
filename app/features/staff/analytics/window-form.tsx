import { Button, Checkbox, Group, NativeSelect } from "@mantine/core";
import { Form, useNavigation, useRevalidator, useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { ExistingSearchParams } from "remix-utils/existing-search-params";
import { type Hours, timeWindows } from "~/observability/analytics/dashboard";
import { LocalTime } from "~/ui/local-time";
import { useHydrated } from "~/ui/use-hydrated";

/** How often the page refreshes its figures (specification, portal, section 9). */
const REFRESH_MS = 5 * 60_000;

/** Refreshes the page's figures every five minutes, while it is on and the page is visible. */
function useAutoRefresh(isEnabled: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isEnabled) return;
    let last = Date.now();
    const refresh = () => {
      last = Date.now();
      revalidate();
    };
    // Not checked against `last`: a late timer makes the next one early, which would skip a refresh.
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, REFRESH_MS);
    // Refreshes at once when the tab becomes visible after a while.
    const handleVisibility = () => {
      if (!document.hidden && Date.now() - last >= REFRESH_MS) refresh();
    };
    document.addEventListener("visibilitychange", handleVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", handleVisibility);
    };
  }, [isEnabled, revalidate]);
}

/** The time window and the refresh button: a GET form. */
export function WindowForm({ hours, readAt }: { hours: Hours; readAt: string | undefined }) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const [refreshing, setRefreshing] = useState(true);
  useAutoRefresh(refreshing);
  const isLoading = [useNavigation().state, useRevalidator().state].some(
    (state) => state !== "idle",
  );
  return (
    <Group justify="space-between" align="end">
      <Form action="/analytics" preventScrollReset>
        <Group align="end">
          {/* A new window keeps the split. */}
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
          <Button type="submit" mih={44}>
            Refresh
          </Button>
        </Group>
      </Form>
      <Group fz="sm" c="dimmed">
        <p role="status">
          {isLoading
            ? "Loading..."
            : readAt && (
                <>
                  As of <LocalTime at={readAt} />
                </>
              )}
        </p>
        {hydrated && (
          <Checkbox
            label="Refresh every 5 minutes"
            checked={refreshing}
            onChange={(event) => setRefreshing(event.currentTarget.checked)}
          />
        )}
      </Group>
    </Group>
  );
}
