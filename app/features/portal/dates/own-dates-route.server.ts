import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isDueByArtist, ownDueText, stillDue } from "~/domain/artists/due-dates";
import { readUnreleased, releaseClock } from "~/domain/artists/release-states.server";
import { titleOr } from "~/domain/submission/record/release-card";
import { isoDate, longDate } from "~/platform/formats/dates";
import { changeCalendar, readCalendar } from "~/session/calendar-feed.server";
import { readSmallForm } from "~/session/read-small-form";
import { requireArtist } from "~/session/require-artist";

const PAGE = "/dashboard/dates";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id: ownerId } = await requireArtist(request, context, "read");
  const clock = releaseClock(context);
  const dayOf = (time: Date) => isoDate(context.scope.artistDay(time));
  const today = dayOf(clock.now);
  const [releases, calendar] = await Promise.all([
    readUnreleased(context.db, ownerId, clock),
    readCalendar(context, { ownerKind: "artist", ownerId }),
  ]);
  return {
    calendar,
    dates: releases
      .flatMap((release) =>
        stillDue(release, { ...clock, dayOf }, today).map(({ kind, day }) => ({
          id: `${release.submissionId}-${kind}`,
          ...{ day, dayText: longDate(day), what: ownDueText(kind) },
          ...{ isLate: day < today, isYours: isDueByArtist(kind) },
          title: titleOr(release.title),
          to: `/submission/${encodeURIComponent(release.id)}`,
        })),
      )
      .sort((a, b) => a.day.localeCompare(b.day)),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { id: ownerId } = await requireArtist(request, context, "write");
  const { fields } = await readSmallForm(request, PAGE);
  await changeCalendar(context, { ownerKind: "artist", ownerId }, fields);
  return redirect(`${PAGE}#calendar`);
}
