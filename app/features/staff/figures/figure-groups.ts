import type { FigureRow } from "~/domain/review/figures.server";
import { longDate, longMonth } from "~/platform/formats/dates";

/** What the figures are told by, as the addresses of exports name it. */
export const groupNames = ["slots", "sources", "genres", "reviewers"] as const;
export type GroupName = (typeof groupNames)[number];

const sourceNames = new Map([
  ["open", "Open form"],
  ["invited", "Invitation"],
  ["returning", "Returning artist"],
  ["waiting", "Waiting list"],
]);

/** A day, a month or a year in words. */
export const slotName = (slot: string) => longMonth(longDate(slot));

/** What a row of a group is called. */
export const rowNames: Readonly<Record<GroupName, (name: string) => string>> = {
  slots: slotName,
  sources: (name) => sourceNames.get(name) ?? name,
  genres: (name) => name || "No genre",
  reviewers: (name) => name || "On the board",
};

export const toPercent = (part: number, whole: number, digits = 0) =>
  whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(digits));

/** The figures of a row, with the names that tables and exports give them. */
export const figureColumns: readonly (readonly [string, (row: FigureRow) => number | null])[] = [
  ["Received", ({ received }) => received],
  ["Accepted", ({ accepted }) => accepted],
  ["Accepted %", ({ accepted, received }) => toPercent(accepted, received)],
  ["Answered", ({ answered }) => answered],
  ["Median days", ({ median }) => median],
  ["8 of 10 from", ({ low }) => low],
  ["8 of 10 to", ({ high }) => high],
];
