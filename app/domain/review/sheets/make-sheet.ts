import type { WantedDetails } from "~/domain/mail/details-request";
import type { ReleaseModel } from "../package/release-model";
import type { FieldName } from "./column-names";
import { COLUMN_ROLES } from "./person-fields";
import type { LineKind, Person, SheetLine } from "./sheet-field";
import { sheetFields } from "./sheet-fields";
import {
  type ColumnField,
  EMPTY,
  FIXED,
  type SheetColumn,
  type SheetTemplate,
  type TemplateSheet,
} from "./sheet-template";

type Cell = string | number;

/** Everybody on the release with the tracks of each role. */
function peopleOf({ tracks }: ReleaseModel): Person[] {
  const people = new Map<string, Map<string, number[]>>();
  for (const { number, contributors, publisher } of tracks) {
    const all = [
      ...contributors,
      ...(publisher ? [{ name: publisher, roles: ["Publisher"] }] : []),
    ];
    for (const { name, roles } of all) {
      const known = people.get(name) ?? new Map<string, number[]>();
      people.set(name, known);
      for (const role of roles) known.set(role, [...(known.get(role) ?? []), number]);
    }
  }
  return [...people]
    .map(([name, tracks]) => ({ name, tracks }))
    .filter(({ tracks }) => COLUMN_ROLES.some((role) => tracks.has(role)));
}

function linesOf(release: ReleaseModel, kind: LineKind): SheetLine[] {
  if (kind === "track") return release.tracks.map((track) => ({ release, track }));
  if (kind === "person") return peopleOf(release).map((person) => ({ release, person }));
  return [{ release, track: release.tracks[0] }];
}

function cellOf({ field, format, text }: SheetColumn, line: SheetLine): Cell {
  if (field === EMPTY) return "";
  return field === FIXED ? text : sheetFields[field].cell(line, format);
}

/** The lines of a release in a sheet. */
export const releaseRows = ({ line, columns }: TemplateSheet, release: ReleaseModel): Cell[][] =>
  linesOf(release, line).map((each) => columns.map((column) => cellOf(column, each)));

/** What a release does not have for a template. */
export interface MissingValue {
  /** What it is called here. */
  label: string;
  /** What the artist is asked for; undefined where it is the label's to give. */
  ask: string | undefined;
  /** Whether the page of the release's details takes it. */
  isOnPage: boolean;
  /** Numbers of tracks; none where it is the same for all. */
  tracks: readonly number[];
}

/** A release has one of both. */
const KNOWN_BY: Partial<Record<ColumnField, FieldName>> = { upc: "gtin", ean: "gtin" };

/** What no page takes from the artist once the release was sent. */
const GIVEN_BY_MAIL: readonly ColumnField[] = ["composers", "authors", "artworkFile", "trackFile"];

function columnField({ field }: SheetColumn) {
  if (field === EMPTY || field === FIXED) return undefined;
  return sheetFields[KNOWN_BY[field] ?? field];
}

/** A missing value in words, such as "ISRC (tracks 1, 3)". */
export function missingText({ label, tracks }: MissingValue, release: ReleaseModel): string {
  const isAll = tracks.length === release.tracks.length && tracks.length > 1;
  if (tracks.length === 0) return label;
  const numbers = isAll
    ? "all tracks"
    : `${tracks.length === 1 ? "track" : "tracks"} ${tracks.join(", ")}`;
  return `${label} (${numbers})`;
}

/** What the artist is asked for. @param isOpen whether they can open the page of the details. */
export function wantedDetails(
  values: readonly MissingValue[],
  release: ReleaseModel,
  isOpen: boolean,
): WantedDetails {
  const textsOf = (isOnPage: boolean) => {
    const texts = values.flatMap(({ ask, ...value }) =>
      ask && (isOpen && value.isOnPage) === isOnPage
        ? missingText({ ...value, ask, label: ask }, release)
        : [],
    );
    return [...new Set(texts)];
  };
  return { onPage: textsOf(true), byMail: textsOf(false) };
}

/** The same as a sentence; empty where nothing is wanted. */
export function wantedText({ onPage, byMail }: WantedDetails): string {
  const texts = [...onPage, ...byMail].join("; ");
  return texts && `Before we can deliver your release, we need from you: ${texts}.`;
}

/** The needed columns that would stay empty. */
export function missingValues({ sheets }: SheetTemplate, release: ReleaseModel): MissingValue[] {
  const missing = new Map<string, MissingValue>();
  for (const sheet of sheets) {
    const lines = linesOf(release, sheet.line);
    for (const column of sheet.columns) {
      const field = columnField(column);
      if (!column.isNeeded || !field) continue;
      const without = lines.filter((line) => field.cell(line, column.format) === "");
      const { label, ask } = field;
      const tracks =
        field.group === "Release" ? [] : without.flatMap(({ track }) => track?.number ?? []);
      const isOnPage = !GIVEN_BY_MAIL.includes(column.field);
      if (without.length > 0) missing.set(label, { label, ask, isOnPage, tracks });
    }
  }
  return [...missing.values()];
}
