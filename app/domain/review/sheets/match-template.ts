import type { FieldName } from "./column-names";
import { foldName, type LineKind, type SheetField } from "./sheet-field";
import { fieldNames, sheetFields } from "./sheet-fields";
import {
  columnExamples,
  EMPTY,
  FIXED,
  isNeededColumn,
  type SheetColumn,
  type TemplateSheet,
} from "./sheet-template";

/** The words of a column's name, without what stands in brackets: "releaseTitle (required)" is "release title". */
export const columnWords = (header: string): string =>
  foldName(
    header
      .replace(/\([^()]*\)|\[[^[\]]*\]/g, " ")
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .replace(/[*:#]/g, " "),
  );

const withoutPlural = (words: string) => words.replace(/s$/, "");

/** How well a column's name is one of a field's, from 0 to 100. */
function nameScore(words: string, { names }: SheetField): number {
  if (words === "") return 0;
  if (names.includes(words)) return 100;
  if (names.some((name) => withoutPlural(name) === withoutPlural(words))) return 90;
  const inside = names.filter((name) => ` ${words} `.includes(` ${name} `));
  // The longer the part that is known, the surer.
  return Math.max(0, ...inside.map((name) => 30 + Math.round((40 * name.length) / words.length)));
}

const exampleFormat = ({ formats }: SheetField, examples: readonly string[]) =>
  formats.find(({ example }) => example && examples.some((text) => example.test(text)));

/** Kinds of values that nothing else looks like. */
const TELLING: readonly FieldName[] = ["isrc", "iswc", "trackFile", "artworkFile", "territory"];
const PICTURE = /\.(?:jpe?g|png)$/i;

function exampleScore(name: FieldName, examples: readonly string[], isNamed: boolean): number {
  const field = sheetFields[name];
  const hasExamples = field.formats.some(({ example }) => example) && examples.length > 0;
  if (!hasExamples) return 0;
  const isPicture = examples.some((text) => PICTURE.test(text));
  if (name === "trackFile" && isPicture) return -100;
  if (name === "artworkFile" && !isPicture) return -100;
  if (!exampleFormat(field, examples)) return isNamed ? -10 : 0;
  return isNamed ? 15 : TELLING.includes(name) ? 25 : 0;
}

/** The format that a column's name states or its examples have; empty for the usual one. */
function guessFormat(field: SheetField, header: string, examples: readonly string[]): string {
  const upper = header.toUpperCase();
  // The longest: "hh:mm:ss" has "mm:ss" in it.
  const [stated] = field.formats
    .filter(({ id }) => /[:/.-]/.test(id) && id.length > 3 && upper.includes(id.toUpperCase()))
    .sort((one, other) => other.id.length - one.id.length);
  return (stated ?? exampleFormat(field, examples))?.id ?? "";
}

interface Candidate {
  column: number;
  name: FieldName;
  score: number;
}

/** The least that is more than chance. */
const LEAST = 25;
/** Above it, a second column may have the same field. */
const SURE = 90;

/** The columns of a sheet with the fields and formats that their names and examples say. */
export function matchColumns(sheet: Omit<TemplateSheet, "columns" | "line">): SheetColumn[] {
  const { rows } = sheet;
  const whole: TemplateSheet = { ...sheet, line: "track", columns: [] };
  const count = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, index) => {
    const header = rows[sheet.header]?.[index] ?? "";
    return { header, words: columnWords(header), examples: columnExamples(whole, index) };
  });
  const candidates = columns.flatMap(({ words, examples }, column): Candidate[] =>
    fieldNames.flatMap((name) => {
      const named = nameScore(words, sheetFields[name]);
      const score = named + exampleScore(name, examples, named > 0);
      return score >= LEAST ? [{ column, name, score }] : [];
    }),
  );
  const chosen = new Map<number, FieldName>();
  const used = new Set<FieldName>();
  for (const { column, name, score } of candidates.sort((a, b) => b.score - a.score)) {
    if (chosen.has(column) || (used.has(name) && score < SURE)) continue;
    chosen.set(column, name);
    used.add(name);
  }
  return columns.map(({ header, examples }, index) => {
    const field = chosen.get(index) ?? EMPTY;
    const format = field === EMPTY ? "" : guessFormat(sheetFields[field], header, examples);
    return { field, format, text: "", isNeeded: isNeededColumn(header, field) };
  });
}

const groupsOf = (columns: readonly SheetColumn[]) =>
  columns.flatMap(({ field }) =>
    field === EMPTY || field === FIXED ? [] : sheetFields[field].group,
  );

function guessLine(columns: readonly SheetColumn[]): LineKind {
  const groups = groupsOf(columns);
  if (groups.filter((group) => group === "A person and their tracks").length > 1) return "person";
  return groups.some((group) => group !== "Release") ? "track" : "release";
}

/** The row that names most columns; else the first with several cells. */
function findHeader(rows: readonly (readonly string[])[]): number {
  const isKnown = (text: string) =>
    fieldNames.some((name) => nameScore(columnWords(text), sheetFields[name]) >= SURE);
  const counts = rows.map((row) => row.filter(isKnown).length);
  const most = Math.max(0, ...counts);
  if (most > 0) return counts.indexOf(most);
  const first = rows.findIndex((row) => row.filter(Boolean).length > 1);
  return Math.max(0, first);
}

/** A sheet of a template that was just read. */
export function matchSheet(name: string, rows: string[][]): TemplateSheet {
  const header = findHeader(rows);
  const bare = { name, rows, header, start: header + 1 };
  const columns = matchColumns(bare);
  return { ...bare, columns, line: guessLine(columns) };
}
