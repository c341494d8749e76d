import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { dueLabel, isDueByArtist, stillDue } from "~/domain/artists/due-dates";
import { readUnreleased, releaseClock } from "~/domain/artists/release-states.server";
import { groupActions, pendingActions } from "~/domain/submission/record/pending-actions";
import { titleOr } from "~/domain/submission/record/release-card";
import { isoDate, shortDay } from "~/platform/formats/dates";
import { changeCalendar, readCalendar } from "~/session/calendar-feed.server";
import { readSmallForm } from "~/session/read-small-form";
import { requireStaff } from "~/session/require-staff";
import { DATES } from "../frame/staff-pages";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id: ownerId } = await requireStaff(context);
  const clock = releaseClock(context);
  const dayOf = (time: Date) => isoDate(context.scope.artistDay(time));
  const today = dayOf(clock.now);
  const [releases, calendar] = await Promise.all([
    readUnreleased(context.db, undefined, clock),
    readCalendar(context, { ownerKind: "staff", ownerId }),
  ]);
  const view = new URL(request.url).searchParams.get("view") === "releases" ? "releases" : "due";
  const rows = releases.map((release) => ({ ...release, title: titleOr(release.title) }));
  return {
    view,
    calendar,
    due: rows
      .flatMap((release) =>
        stillDue(release, { ...clock, dayOf }, today).map(({ kind, day }) => ({
          id: `${release.submissionId}-${kind}`,
          ...{ submissionId: release.submissionId, title: release.title },
          ...{ artistName: release.artistName, day, isOverdue: day < today },
          ...{ dayText: shortDay(day, clock.now), what: dueLabel(kind) },
          waitsFor: isDueByArtist(kind) ? "The artist" : "Us",
        })),
      )
      .sort((a, b) => a.day.localeCompare(b.day)),
    releases: rows.map(({ submissionId, title, artistName, releaseDate, state, ...release }) => ({
      ...{ id: submissionId, title, artistName, status: state.status },
      dayText: releaseDate ? shortDay(releaseDate, clock.now) : "No date",
      next: stillDue({ ...release, state, releaseDate }, { ...clock, dayOf }, today)
        .slice(0, 1)
        .map(({ kind, day }) => `${dueLabel(kind)}, ${shortDay(day, clock.now)}`)
        .join(""),
      waitsFor: groupActions(pendingActions(state)).map(
        ({ name, labels }) => `${name}: ${labels.join(", ")}`,
      ),
    })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { id: ownerId } = await requireStaff(context);
  const { fields } = await readSmallForm(request);
  await changeCalendar(context, { ownerKind: "staff", ownerId }, fields);
  return redirect(`${DATES}#calendar`);
}
