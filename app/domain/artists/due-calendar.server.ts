import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import { titleOr } from "~/domain/submission/record/release-card";
import { dayInZone } from "~/platform/formats/time-zone";
import { dueDates, dueLabel, ownDueText } from "./due-dates";
import type { StoredRelease } from "./release-states.server";

/** How often programs ask anew; a date seldom moves within a day. */
const HOURS_BETWEEN_READS = 6;

interface DueCalendar {
  deliveryWeeks: number;
  /** Of its reader, such as Europe/Berlin. */
  timeZone: string;
  /** Of the whole calendar, as its program lists it. */
  name: string;
  releases: readonly StoredRelease[];
  /** Where a date leads. */
  pageOf: (release: StoredRelease) => string;
  /** Whether titles name the artist, too. */
  namesArtists: boolean;
  /** The site's host, part of each id. */
  host: string;
  now: Date;
}

/** A calendar of due dates as iCalendar (RFC 5545): one event of a whole day for each date. */
export function dueCalendarText(calendar: DueCalendar): string {
  const { name, releases, pageOf, namesArtists, host, now, timeZone } = calendar;
  const rules = { ...calendar, dayOf: (time: Date) => dayInZone(time, timeZone) };
  const text = new ICalCalendar({
    ...{ name, timezone: timeZone, method: ICalCalendarMethod.PUBLISH },
    prodId: { company: host, product: "due-dates", language: "EN" },
    ttl: HOURS_BETWEEN_READS * 3_600,
  });
  for (const release of releases)
    for (const { kind, day } of dueDates(release, rules)) {
      const title = titleOr(release.title);
      text.createEvent({
        id: `${release.submissionId}-${kind}@${host}`,
        ...{ start: day, allDay: true, stamp: now },
        summary: namesArtists
          ? `${dueLabel(kind)}: ${title} by ${release.artistName}`
          : `${ownDueText(kind)} ${title}`,
        url: pageOf(release),
        // A date is no appointment: its reader is not busy.
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  return text.toString();
}
