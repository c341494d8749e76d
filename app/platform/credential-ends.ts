import { isCalendarDate } from "./formats/dates";

/** Something that expires; `endsAt` is an ISO string. */
export interface DatedName {
  name: string;
  endsAt: string;
  /** Days of notice for staff, if not the default. */
  noticeDays?: number;
}

const PAIR = /^([A-Za-z][\w .-]{0,59}):(\d{4}-\d{2}-\d{2})$/;

/**
 * Parses pairs such as `SMTP_PASSWORD:2027-06-30, Mail certificate:2027-01-15`; each expires at the
 * end of its day in UTC.
 * @returns undefined for anything else.
 */
export function readCredentialEnds(text: string): DatedName[] | undefined {
  const credentials: DatedName[] = [];
  for (const pair of text.split(",").map((part) => part.trim())) {
    if (pair === "") continue;
    const [, name, day] = PAIR.exec(pair) ?? [];
    if (!name || !day || !isCalendarDate(day) || credentials.some((end) => end.name === name))
      return undefined;
    credentials.push({ name, endsAt: `${day}T23:59:59.999Z` });
  }
  return credentials;
}
