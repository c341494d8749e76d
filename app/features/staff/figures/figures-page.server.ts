import type { SerializeFrom } from "@remix-run/cloudflare";
import type { FigurePeriod } from "~/domain/review/figure-period";
import type { FigureRow, readFigures } from "~/domain/review/figures.server";
import { REPLY_BUSINESS_DAYS } from "~/domain/submission/music/release-dates";
import {
  barsShape,
  horizontalBarLengths,
  rangesShape,
} from "~/observability/analytics/chart-shapes.server";
import { longMonth, shortDate } from "~/platform/formats/dates";
import { formatCount } from "../format-count";
import { figureColumns, figureGroups, type GroupName, toPercent } from "./figure-groups";

type Figures = Awaited<ReturnType<typeof readFigures>>;

/** More bars have no figures above them, and not all of their labels. */
const MAX_MARKS = 12;
const MAX_DAY_LABELS = 6;
const PICTURED_ROWS = 5;

const figureText = (figure: number | null) =>
  figure === null ? "–" : figure.toLocaleString("en-GB");

const tableOf = (group: GroupName, rows: readonly FigureRow[], columns = figureColumns) => ({
  columns: columns.map(([column]) => column),
  rows: rows.map((row) => ({
    period: figureGroups[group].nameOf(row.name),
    cells: columns.map(([, figureOf]) => figureText(figureOf(row))),
  })),
});

/** "Nov 3" of a day, "Nov" of a month, else the year. */
function shortSlot(slot: string): string {
  if (slot.length === 10) return shortDate(slot).replace(/, .*/, "");
  return slot.length === 7 ? longMonth(slot).slice(0, 3) : slot;
}

function comparison(now: number, before: number): string {
  if (now === before) return "as many as";
  return `${formatCount(Math.abs(now - before))} ${now < before ? "fewer" : "more"} than`;
}

function tilesOf({ total, thisMonth, lastMonth, waiting }: Figures) {
  const { received, accepted, median } = total;
  const [month] = longMonth(lastMonth.name).split(" ");
  const { median: medianNow } = thisMonth;
  const acceptedNow = toPercent(thisMonth.accepted, thisMonth.received, 1);
  return [
    {
      ...{ title: "Received", figure: formatCount(received), tone: "neutral" },
      text: `${formatCount(thisMonth.received)} this month, ${comparison(thisMonth.received, lastMonth.received)} in ${month}`,
    },
    {
      ...{ title: "Accepted", figure: formatCount(accepted), tone: "neutral" },
      text: `${toPercent(accepted, received, 1)}% of all, ${acceptedNow}% of this month`,
    },
    {
      ...{ title: "Days to reply, median", figure: figureText(median) },
      text: `${medianNow ?? "None answered"} this month, we promise ${REPLY_BUSINESS_DAYS}`,
      tone: (medianNow ?? 0) <= REPLY_BUSINESS_DAYS ? "good" : "bad",
    },
    {
      ...{ title: "Waiting for us now", figure: formatCount(waiting.count) },
      text: `${formatCount(waiting.late)} late, ${formatCount(waiting.today)} due today`,
      tone: waiting.late > 0 ? "bad" : "neutral",
    },
  ];
}

function chartsOf(slots: readonly FigureRow[], isByDay: boolean) {
  const bars = barsShape(
    slots.map(({ received, accepted }) => ({ accepted, others: received - accepted })),
    ["accepted", "others"],
    0.5,
  );
  const step = Math.ceil(slots.length / (isByDay ? MAX_DAY_LABELS : MAX_MARKS));
  const [first = "", last = ""] = [slots[0], slots.at(-1)].map((row) => row?.name);
  return {
    axis: slots.map(({ name }, index) => ({
      slot: name,
      text: (slots.length - 1 - index) % step === 0 ? shortSlot(name) : "",
    })),
    bars,
    marks:
      slots.length > MAX_MARKS
        ? []
        : slots.flatMap(({ received }, index) => {
            const top = bars.tops[index];
            return top ? [{ ...top, text: formatCount(received) }] : [];
          }),
    counts: tableOf("slots", slots, figureColumns.slice(0, 3)),
    replies: rangesShape(
      slots.map(({ low, median, high }) =>
        low === null || median === null || high === null ? null : { low, middle: median, high },
      ),
      REPLY_BUSINESS_DAYS,
    ),
    times: tableOf("slots", slots, figureColumns.slice(3)),
    span: `${figureGroups.slots.nameOf(first)} to ${figureGroups.slots.nameOf(last)}`,
  };
}

/** The first rows of a group with their bars, and the table of all. */
function groupOf(name: Exclude<GroupName, "slots">, rows: readonly FigureRow[]) {
  const { by, about, nameOf } = figureGroups[name];
  const hasDays = name === "reviewers";
  const lengths = horizontalBarLengths(rows.map(({ received }) => received));
  return {
    ...{ name, about, title: `By ${by.toLowerCase()}` },
    columns: [by, ...(hasDays ? ["Decided", "Accepted", "Days"] : ["Received", "Accepted"])],
    bars: rows.slice(0, PICTURED_ROWS).map((row, index) => {
      const share = toPercent(row.accepted, row.received);
      const days = hasDays ? [figureText(row.median)] : [];
      const cells = [formatCount(row.received), `${share}%`, ...days];
      return { name: nameOf(row.name), cells, share, length: lengths[index] ?? 0 };
    }),
    table: tableOf(name, rows),
  };
}

const units: Readonly<Record<number, string>> = { 4: "year", 7: "month", 10: "day" };

export type FiguresPage = SerializeFrom<typeof figuresPage>;

/** The view of the figures: texts, chart shapes and tables. */
export function figuresPage(figures: Figures, period: FigurePeriod) {
  const { slots, sources, genres, reviewers } = figures;
  const unit = units[slots[0]?.name.length ?? 7] ?? "";
  return {
    period,
    unit,
    tiles: tilesOf(figures),
    charts: slots.length > 0 ? chartsOf(slots, unit === "day") : undefined,
    groups: [
      groupOf("sources", sources),
      groupOf("genres", genres),
      groupOf("reviewers", reviewers),
    ],
  };
}
