import { useEffect, useState } from "react";
import { isoDate } from "~/platform/formats/dates";
import { artistDay, daysAfter } from "~/submission/music/release-dates";

/** How often to look at the clock, in milliseconds. */
const LOOK_MS = 5_000;

/** How far this browser's clock is ahead of UTC, in minutes; negative where it is behind. */
export const browserUtcOffset = () => -new Date().getTimezoneOffset();

/**
 * The artist's day as YYYY-MM-DD, which goes on at midnight: the server's clock decides, and the
 * browser's where it is up to a day further.
 * @param server ISO time on whose date in UTC the server judged when it made the page.
 */
export function useToday(server: string): string {
  const [today, setToday] = useState(server.slice(0, 10));
  useEffect(() => {
    const slow = Date.parse(server) - Date.now();
    const look = () => {
      const now = Date.now();
      const serverDay = isoDate(new Date(now + slow));
      const next = daysAfter(serverDay, 1);
      const own = isoDate(artistDay(new Date(now), browserUtcOffset()));
      setToday(own > next ? next : own > serverDay ? own : serverDay);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [server]);
  return today;
}
