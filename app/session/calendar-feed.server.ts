import * as v from "valibot";
import {
  calendarPath,
  endFeedStatement,
  type FeedOwner,
  findOwnFeed,
  renewFeed,
} from "~/domain/artists/calendar-feeds.server";
import { timeZoneSchema } from "~/platform/formats/time-zone";
import type { AppContext } from "./app-context";
import { NO_BUTTON, refusal } from "./refusal";

/** An owner's calendar as their page shows it; undefined where they have none. */
export async function readCalendar({ db, settings, clock, site }: AppContext, owner: FeedOwner) {
  const feed = await findOwnFeed(db, owner, clock());
  if (!feed) return undefined;
  const url = site + (await calendarPath(settings.SIGNING_SECRET, feed));
  return { url, timeZone: feed.timeZone, expiresAt: feed.expiresAt };
}

/** Handles the buttons beside a calendar's link. @throws Response 400 for an unknown button. */
export async function changeCalendar(
  context: AppContext,
  owner: FeedOwner,
  fields: URLSearchParams,
): Promise<void> {
  const intent = fields.get("intent");
  if (intent === "end-calendar") await endFeedStatement(context.db, owner);
  else if (intent !== "make-calendar") throw refusal(400, NO_BUTTON);
  else await renewFeed(context, owner, v.parse(timeZoneSchema, fields.get("zone")));
}
