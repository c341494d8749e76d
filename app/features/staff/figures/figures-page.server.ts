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
import type { StatusTone } from "~/reference/statuses";
import { formatCount } from "../format-count";
import { figureColumns, type GroupName, rowNames, slotName, toPercent } from "./figure-groups";

type Figures = Awaited<ReturnType<typeof readFigures>>;

/** More bars have no figures above them, and not all of their labels. */
const MAX_MARKS = 12;
const MAX_DAY_LABELS = 6;

const figureText = (figure: number | null) =>
  figure === null ? "–" : figure.toLocaleString("en-GB");

/** All rows of a group, for its table. */
const tableOf = (group: GroupName, rows: readonly FigureRow[], columns = figureColumns) => ({
  columns: columns.map(([column]) => column),
  rows: rows.map((row) => ({
    period: rowNames[group](row.name),
    cells: columns.map(([, figureOf]) => figureText(figureOf(row))),
  })),
});

/** "Nov 3" of a day, "Nov" of a month, else the year. */
function shortSlot(slot: string): string {
  if (slot.length === 10) return shortDate(slot).replace(/, .*/, "");
  return slot.length === 7 ? longMonth(slot).slice(0, 3) : slot;
}

interface Tile {
  title: string;
  figure: string;
  text: string;
  tone: StatusTone;
}

function comparison(now: number, before: number, month: string): string {
  if (now === before) return `as many as in ${month}`;
  return `${formatCount(Math.abs(now - before))} ${now < before ? "fewer" : "more"} than in ${month}`;
}

function tilesOf({ total, thisMonth, lastMonth, waiting }: Figures): Tile[] {
  const { received, accepted, median } = total;
  const [month = ""] = longMonth(lastMonth.name).split(" ");
  const compared = comparison(thisMonth.received, lastMonth.received, month);
  const acceptedNow = toPercent(thisMonth.accepted, thisMonth.received, 1);
  const isKept = thisMonth.median === null || thisMonth.median <= REPLY_BUSINESS_DAYS;
  const medianNow = thisMonth.median === null ? "None answered" : thisMonth.median;
  return [
    {
      ...{ title: "Received", figure: formatCount(received), tone: "neutral" },
      text: `${formatCount(thisMonth.received)} this month, ${compared}`,
    },
    {
      ...{ title: "Accepted", figure: formatCount(accepted), tone: "neutral" },
      text: `${toPercent(accepted, received, 1)}% of all, ${acceptedNow}% of this month`,
    },
    {
      ...{ title: "Days to reply, median", figure: figureText(median) },
      text: `${medianNow} this month, we promise ${REPLY_BUSINESS_DAYS}`,
      tone: isKept ? "good" : "bad",
    },
    {
      ...{ title: "Waiting for us now", figure: formatCount(waiting.count) },
      text:
        waiting.late + waiting.today === 0
          ? "Nothing late or due today"
          : `${formatCount(waiting.late)} late, ${formatCount(waiting.today)} due today`,
      tone: waiting.late > 0 ? "bad" : "neutral",
    },
  ];
}

function chartsOf({ slots }: Figures) {
  const bars = barsShape(
    slots.map(({ received, accepted }) => ({ accepted, others: received - accepted })),
    ["accepted", "others"],
    0.5,
  );
  const isMarked = slots.length <= MAX_MARKS;
  const isByDay = slots[0]?.name.length === 10;
  const step = Math.ceil(slots.length / (isByDay ? MAX_DAY_LABELS : MAX_MARKS));
  return {
    axis: slots.map(({ name }, index) => ({
      slot: name,
      text: (slots.length - 1 - index) % step === 0 ? shortSlot(name) : "",
    })),
    bars: { parts: bars.parts, ticks: bars.ticks },
    marks: isMarked
      ? bars.tops.map((top, index) => ({ ...top, text: formatCount(slots[index]?.received ?? 0) }))
      : [],
    counts: tableOf("slots", slots, figureColumns.slice(0, 3)),
    replies: rangesShape(
      slots.map(({ low, median, high }) =>
        low === null || median === null || high === null ? null : { low, middle: median, high },
      ),
      REPLY_BUSINESS_DAYS,
    ),
    times: tableOf("slots", slots, figureColumns.slice(3)),
    span: `${slotName(slots[0]?.name ?? "")} to ${slotName(slots.at(-1)?.name ?? "")}`,
  };
}

const PICTURED_ROWS = 5;

/** The first rows of a group with their bars, and the table of all. */
function groupOf(group: Exclude<GroupName, "slots">, rows: readonly FigureRow[]) {
  const lengths = horizontalBarLengths(rows.map(({ received }) => received));
  return {
    bars: rows.slice(0, PICTURED_ROWS).map(({ name, received, accepted, median }, index) => ({
      name: rowNames[group](name),
      received: formatCount(received),
      share: toPercent(accepted, received),
      days: figureText(median),
      length: lengths[index] ?? 0,
    })),
    table: tableOf(group, rows),
  };
}

export type FiguresPage = SerializeFrom<typeof figuresPage>;

/** The view of the figures: texts, chart shapes and tables. */
export function figuresPage(figures: Figures, period: FigurePeriod) {
  return {
    period,
    unit: ({ 4: "year", 7: "month", 10: "day" } as Record<number, string>)[
      figures.slots[0]?.name.length ?? 7
    ],
    tiles: tilesOf(figures),
    charts: figures.slots.length > 0 ? chartsOf(figures) : undefined,
    sources: groupOf("sources", figures.sources),
    genres: groupOf("genres", figures.genres),
    reviewers: groupOf("reviewers", figures.reviewers),
  };
}
