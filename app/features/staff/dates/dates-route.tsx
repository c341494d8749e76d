import { useLoaderData } from "@remix-run/react";
import { CalendarLink } from "~/ui/calendar-link";
import { titled } from "~/ui/page-title";
import { StatusChip } from "~/ui/status-chip";
import { StatusMark } from "~/ui/status-mark";
import { DataTable } from "../data-table";
import { Dimmed } from "../dimmed";
import { DATES } from "../frame/staff-pages";
import { LinkTabs } from "../link-tabs";
import { StaffPage } from "../staff-page";
import type { loader } from "./dates-route.server";

const HEADING = "Dates";

export const meta = titled(HEADING);

const NOTHING = "Nothing is on its way out.";

/** What is due of all music that is not out, by day; or that music, with where each release stands. */
export default function Dates() {
  const { view, due, releases, calendar } = useLoaderData<typeof loader>();
  const linkOf = (id: string, title: string) => <a href={`/staff/submissions/${id}`}>{title}</a>;
  return (
    <StaffPage heading={HEADING} maxWidth="none">
      <LinkTabs
        label="Dates"
        links={[
          { href: DATES, text: "What is due", isCurrent: view === "due" },
          { href: `${DATES}?view=releases`, text: "Unreleased music", isCurrent: view !== "due" },
        ]}
      />
      {view === "due" ? (
        <DataTable
          label="What is due"
          rows={due}
          empty={NOTHING}
          columns={[
            ["Release", ({ submissionId, title }) => linkOf(submissionId, title)],
            ["Artist", ({ artistName }) => artistName],
            ["What", ({ what }) => what],
            [
              "Due",
              ({ dayText, isOverdue }) =>
                isOverdue ? <StatusMark tone="bad">{`Late: ${dayText}`}</StatusMark> : dayText,
            ],
            ["Waits for", ({ waitsFor }) => waitsFor],
          ]}
        />
      ) : (
        <DataTable
          label="Unreleased music"
          rows={releases}
          empty={NOTHING}
          columns={[
            ["Release", ({ id, title }) => linkOf(id, title)],
            ["Artist", ({ artistName }) => artistName],
            ["Out", ({ dayText }) => dayText],
            ["Status", ({ status }) => <StatusChip status={status} />],
            ["Next due", ({ next }) => next],
            [
              "Waits for",
              ({ waitsFor }) => waitsFor.map((line) => <Dimmed key={line}>{line}</Dimmed>),
            ],
          ]}
        />
      )}
      <CalendarLink calendar={calendar} />
    </StaffPage>
  );
}
