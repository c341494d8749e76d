import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { type Database, isOneOfSql } from "~/platform/database.server";
import { isoDate } from "~/platform/formats/dates";
import { INVITED, statusesWith } from "~/reference/statuses";
import type { FigurePeriod } from "./figure-period";
import { awaitsReplySql } from "./queue-query.server";

const DAY_MS = 86_400_000;
const PERIOD_DAYS = 30;
const PERIOD_MONTHS = 12;
/** More than so many months are told by years. */
const MAX_MONTHS = 24;
/** Of one kind; genres and reviewers are fewer. */
const MAX_ROWS = 500;

const figureRowSchema = v.object({
  name: v.string(),
  received: v.number(),
  accepted: v.number(),
  answered: v.number(),
  /** Working days from receiving to the first answer: of the middle one, and of the first and last of ten. */
  low: v.nullable(v.number()),
  median: v.nullable(v.number()),
  high: v.nullable(v.number()),
});
export type FigureRow = v.InferOutput<typeof figureRowSchema>;

const waitingSchema = v.object({ count: v.number(), late: v.number(), today: v.number() });

/** Days since the beginning of a week, without Saturdays and Sundays, in UTC. */
const workingDays = (time: SQL) => {
  const days = sql`(julianday(${time}) - 2451546.5)`;
  const weeks = sql`CAST(${days} / 7 AS INTEGER)`;
  return sql`(5 * ${weeks} + min(${days} - 7 * ${weeks}, 5))`;
};
const daysToReply = sql`round(${workingDays(sql`replied_at`)} - ${workingDays(sql`created_at`)}, 1)`;

const acceptedStatuses = [...statusesWith(({ outcome }) => outcome === "yes"), INVITED];
const isAccepted = isOneOfSql(sql`status`, acceptedStatuses);

/** The figures of what was received from a time on, by a name; what has none is left out. */
const groupQuery = (name: SQL, from: string) => sql`WITH entries AS (
    SELECT ${name} AS name, ${isAccepted} AS accepted, replied_at, ${daysToReply} AS days
    FROM review_items INDEXED BY review_items_figures WHERE created_at >= ${from}),
  ranked AS (SELECT *, count(days) OVER (PARTITION BY name) AS answered,
      row_number() OVER (PARTITION BY name, days IS NULL ORDER BY days) AS place
    FROM entries WHERE name IS NOT NULL)
  SELECT name, count(*) AS received, sum(accepted) AS accepted, max(answered) AS answered,
    max(iif(place = (answered + 9) / 10, days, NULL)) AS low,
    max(iif(place = (answered + 1) / 2, days, NULL)) AS median,
    max(iif(place = (9 * answered + 9) / 10, days, NULL)) AS high
  FROM ranked GROUP BY name ORDER BY received DESC, name LIMIT ${MAX_ROWS}`;

const monthsBefore = (now: Date, months: number) =>
  isoDate(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)));

const firstDays: Readonly<Record<FigurePeriod, (now: Date) => string>> = {
  "30-days": (now) => isoDate(new Date(now.getTime() - (PERIOD_DAYS - 1) * DAY_MS)),
  "12-months": (now) => monthsBefore(now, PERIOD_MONTHS - 1),
  all: () => "",
};

/** Days, months or years: how much of a time names its slot. */
function slotSql(period: FigurePeriod, now: Date): SQL {
  if (period !== "all") return sql`substr(created_at, 1, ${period === "30-days" ? 10 : 7})`;
  const isLong = sql`(SELECT min(created_at) FROM review_items) < ${monthsBefore(now, MAX_MONTHS)}`;
  return sql`substr(created_at, 1, iif(${isLong}, 4, 7))`;
}

/** The day, month or year after one that is named `2026-11-30`, `2026-11` or `2026`. */
function nextSlot(slot: string): string {
  const [year = 0, month = 1, day = 1] = slot.split("-").map(Number);
  const isNext = (length: number) => (slot.length === length ? 1 : 0);
  const next = Date.UTC(year + isNext(4), month - 1 + isNext(7), day + isNext(10));
  return isoDate(new Date(next)).slice(0, slot.length);
}

const emptyRow = (name: string): FigureRow => ({
  ...{ name, received: 0, accepted: 0, answered: 0, low: null, median: null, high: null },
});

/** All slots from the first to that of now, also those in which nothing was received. */
function fillSlots(rows: readonly FigureRow[], from: string, now: Date): FigureRow[] {
  const slots: FigureRow[] = [];
  const length = rows[0]?.name.length ?? 0;
  const first = from.slice(0, length) || rows.map(({ name }) => name).sort()[0];
  if (!first) return [];
  for (let slot = first; slot <= isoDate(now); slot = nextSlot(slot))
    slots.push(rows.find(({ name }) => name === slot) ?? emptyRow(slot));
  return slots;
}

/**
 * The label's figures of what was received in a period, and what waits for an answer now. Each statement
 * reads the period in one index. Months and days are of UTC.
 */
export async function readFigures(db: Database, period: FigurePeriod, now: Date) {
  const from = firstDays[period](now);
  const [lastMonth, thisMonth] = [1, 0].map((months) => monthsBefore(now, months).slice(0, 7));
  const read = async (name: SQL, since = from) =>
    v.parse(v.array(figureRowSchema), await db.all(groupQuery(name, since)));
  const [total, slots, recent, sources, genres, reviewers, [waiting]] = await Promise.all([
    read(sql`''`),
    read(slotSql(period, now)),
    read(sql`substr(created_at, 1, 7)`, `${lastMonth}-01`),
    read(sql`iif(kind = 'waiting', kind, entry)`),
    read(sql`iif(kind = 'waiting', NULL, coalesce(genre, ''))`),
    read(sql`iif(replied_at IS NULL, NULL, coalesce(replied_by, ''))`),
    db.all(sql`SELECT count(*) AS count, coalesce(sum(due_at < ${now.toISOString()}), 0) AS late,
        coalesce(sum(due_at >= ${now.toISOString()} AND substr(due_at, 1, 10) = ${isoDate(now)}), 0) AS today
      FROM review_items WHERE ${awaitsReplySql(now)}`),
  ]);
  const monthOf = (name = "") => recent.find((row) => row.name === name) ?? emptyRow(name);
  return {
    total: total[0] ?? emptyRow(""),
    slots: fillSlots(slots, from, now),
    thisMonth: monthOf(thisMonth),
    lastMonth: monthOf(lastMonth),
    sources,
    genres,
    reviewers,
    waiting: v.parse(waitingSchema, waiting),
  };
}
