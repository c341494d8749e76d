import { useEffect, useState } from "react";
import { artistDay, daysAfter } from "~/domain/submission/music/release-dates";
import { isoDate } from "~/platform/formats/dates";

/** How often the clock is checked, in milliseconds. */
const CLOCK_INTERVAL_MS = 5_000;

/** The offset of this browser's time zone from UTC, in minutes. */
export const browserUtcOffset = () => -new Date().getTimezoneOffset();

/**
 * The artist's day as YYYY-MM-DD, which changes at midnight: by the server's clock, or by the browser's if
 * that is up to a day ahead.
 * @param server the ISO time of rendering, whose UTC date the server used for its checks.
 */
export function useToday(server: string): string {
  const [today, setToday] = useState(server.slice(0, 10));
  useEffect(() => {
    const clockOffset = Date.parse(server) - Date.now();
    const update = () => {
      const now = Date.now();
      const serverDay = isoDate(new Date(now + clockOffset));
      const next = daysAfter(serverDay, 1);
      const localDay = isoDate(artistDay(new Date(now), browserUtcOffset()));
      setToday(localDay > next ? next : localDay > serverDay ? localDay : serverDay);
    };
    update();
    const timer = setInterval(update, CLOCK_INTERVAL_MS);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, [server]);
  return today;
}
