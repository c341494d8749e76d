import type { ReactNode } from "react";
import { localTime } from "~/platform/browsers/local-times";
import { longTime } from "~/platform/formats/dates";
import { useHydrated } from "./use-hydrated";

/**
 * A time on the reader's own clock, with the time in UTC as its title. Without script it is in UTC; on
 * pages of staff without other scripts the one of `local-times.ts` does the same.
 */
export function LocalTime({ at }: { at: string }) {
  const utc = longTime(at);
  return (
    <time dateTime={at} title={utc} data-local>
      {useHydrated() ? localTime(at) : utc}
    </time>
  );
}

/** A text whose ISO times are shown on the reader's own clock. */
export const withLocalTimes = (text: string | undefined): ReactNode[] | undefined =>
  text
    ?.split(/(\d{4}-\d{2}-\d{2}T[\d:.]+Z)/)
    .map((part, index) => (index % 2 === 0 ? part : <LocalTime key={part} at={part} />));
