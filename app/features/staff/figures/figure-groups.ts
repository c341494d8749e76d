import type { FigureRow } from "~/domain/review/figures.server";
import { longDate, longMonth } from "~/platform/formats/dates";

const sourceNames = new Map([
  ["open", "Open form"],
  ["invited", "Invitation"],
  ["returning", "Returning artist"],
  ["waiting", "Waiting list"],
]);

/** What the figures are told by: as the addresses of exports name it, and what a row is called. */
export const figureGroups = {
  slots: { by: "Time", about: "", nameOf: (slot: string) => longMonth(longDate(slot)) },
  sources: {
    ...{ by: "Source", about: "How it came" },
    nameOf: (name: string) => sourceNames.get(name) ?? name,
  },
  genres: {
    ...{ by: "Genre", about: "The five sent most" },
    nameOf: (name: string) => name || "No genre",
  },
  reviewers: {
    ...{ by: "Reviewer", about: "Who answered first" },
    nameOf: (name: string) => name || "On the board",
  },
};
export type GroupName = keyof typeof figureGroups;
export const groupNames = ["slots", "sources", "genres", "reviewers"] as const;

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
