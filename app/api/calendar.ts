import type { IRequestStrict } from "itty-router";
import { followFeed } from "~/domain/artists/calendar-feeds.server";
import { dueCalendarText } from "~/domain/artists/due-calendar.server";
import { readUnreleased, releaseClock } from "~/domain/artists/release-states.server";
import type { AppContext } from "~/session/app-context";
import { refuse } from "./replies";

const NO_CALENDAR =
  "There's no calendar at this address. Copy the link again from the page of dates.";

/** Programs may keep it for an hour, but no cache in between. */
const CACHE = "private, max-age=3600";

/**
 * GET /api/calendar/{token}/dates.ics: what is due, as iCalendar, for who has the secret link: of an
 * artist's own music, or for staff of everybody's.
 */
export async function showCalendar(
  request: IRequestStrict,
  context: AppContext,
): Promise<Response> {
  const { db, settings, site } = context;
  const clock = releaseClock(context);
  const token = String(request.params.token).slice(0, 100);
  const feed = await followFeed(db, { secret: settings.SIGNING_SECRET, token, now: clock.now });
  if (!feed) return refuse(404, NO_CALENDAR);
  const isArtists = feed.ownerKind === "artist";
  const releases = await readUnreleased(db, isArtists ? feed.ownerId : undefined, clock);
  const text = dueCalendarText({
    ...{ ...clock, releases, timeZone: feed.timeZone, host: new URL(site).host },
    name: isArtists
      ? `Your music with ${settings.BRAND_NAME}`
      : `${settings.BRAND_NAME}: due dates`,
    namesArtists: !isArtists,
    pageOf: (release) =>
      isArtists
        ? `${site}/submission/${encodeURIComponent(release.id)}`
        : `${site}/staff/submissions/${release.submissionId}`,
  });
  return new Response(text, {
    headers: { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": CACHE },
  });
}
