import * as v from "valibot";
import { capitalize } from "~/platform/formats/capitalize";
import {
  type BoardColumn,
  type BoardField,
  boardFields,
  type ColumnMap,
  type ColumnType,
  columnTypes,
  defaultColumns,
  type FileField,
  fileFields,
} from "./column-map";

export const columnSchema = v.object({
  id: v.string(),
  title: v.string(),
  /** Any type, also unsupported ones. */
  type: v.string(),
});
export type FoundColumn = v.InferOutput<typeof columnSchema>;

/**
 * `known`: in its previous column. `found`: by title. `unfit`: only in a column of an unsuitable
 * type.
 */
export type ColumnMatch =
  | { field: BoardField; status: "known" | "found"; column: FoundColumn & { type: ColumnType } }
  | { field: BoardField; status: "unfit"; column: FoundColumn }
  | { field: BoardField; status: "missing" };

/** Title of a new column: "Reply due date". */
export const columnTitle = (field: BoardField) =>
  capitalize(defaultColumns[field].id.replaceAll("_", " "));

const normalizeTitle = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Fields read from the board, which need their own type. */
const readFields: readonly BoardField[] = ["status"];
/** Other types that can hold the values of a type. */
const compatibleTypes: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  text: ["long_text", "dropdown"],
  long_text: ["text"],
  email: ["text"],
  country: ["text"],
  link: ["text", "long_text"],
  status: ["dropdown", "text"],
};

/** Allowed column types, best first. */
export function allowedColumnTypes(field: BoardField): readonly ColumnType[] {
  const { type } = defaultColumns[field];
  if (readFields.includes(field)) return [type];
  const files: ColumnType[] = fileFields.includes(field as FileField) ? ["file"] : [];
  const phone: ColumnType[] = field === "phone" ? ["phone"] : [];
  return [type, ...(compatibleTypes[type] ?? []), ...files, ...phone];
}

const isSupportedType = (type: string): type is ColumnType =>
  columnTypes.some((supportedType) => supportedType === type);

function fitsField(
  field: BoardField,
  column: FoundColumn,
): column is FoundColumn & { type: ColumnType } {
  return isSupportedType(column.type) && allowedColumnTypes(field).includes(column.type);
}

/**
 * Finds the column of each field: by the current map or default id, then by title with the best
 * type. No column is used twice.
 * @returns a match for each field, in board order.
 */
export function matchColumns(foundColumns: readonly FoundColumn[], map: ColumnMap): ColumnMatch[] {
  const matches = new Map<BoardField, ColumnMatch>();
  const usedColumns = new Set<string>();
  const assign = (field: BoardField, status: "known" | "found", column: FoundColumn) => {
    if (!fitsField(field, column) || usedColumns.has(column.id) || matches.has(field)) return;
    usedColumns.add(column.id);
    matches.set(field, { field, status, column });
  };
  const byId = (id: string) => foundColumns.find((column) => column.id === id);
  for (const source of [map, defaultColumns])
    for (const field of boardFields) {
      const column = byId(source[field].id);
      if (column) assign(field, source === map ? "known" : "found", column);
    }
  // A column with the default id of a field is reserved for it, even if unfit.
  const defaultIds = new Set(boardFields.map((field) => defaultColumns[field].id));
  const candidates = foundColumns.filter(({ id }) => !defaultIds.has(id));
  const byTitle = (field: BoardField) => {
    const names = [normalizeTitle(columnTitle(field)), normalizeTitle(field)];
    return candidates.filter(({ title }) => names.includes(normalizeTitle(title)));
  };
  for (const field of boardFields)
    for (const type of allowedColumnTypes(field))
      for (const column of byTitle(field)) if (column.type === type) assign(field, "found", column);
  return boardFields.map((field): ColumnMatch => {
    const match = matches.get(field);
    if (match) return match;
    const column = byId(map[field].id) ?? byId(defaultColumns[field].id) ?? byTitle(field)[0];
    return column && !usedColumns.has(column.id)
      ? { field, status: "unfit", column }
      : { field, status: "missing" };
  });
}

/**
 * The column map for the matches. An unmatched field keeps its default column, or, if that is used
 * by another field, an id that no board has.
 */
export function toColumnMap(matches: readonly ColumnMatch[]): ColumnMap {
  const map: Record<BoardField, BoardColumn> = { ...defaultColumns };
  const foundIds = new Set<string>();
  for (const match of matches) {
    if (match.status !== "known" && match.status !== "found") continue;
    const { id, type } = match.column;
    map[match.field] = { id, type };
    foundIds.add(id);
  }
  for (const match of matches)
    if (
      (match.status === "missing" || match.status === "unfit") &&
      foundIds.has(map[match.field].id)
    )
      map[match.field] = { ...map[match.field], id: `${map[match.field].id}_` };
  return map;
}

export function isSameMap(first: ColumnMap, second: ColumnMap): boolean {
  return boardFields.every(
    (field) => first[field].id === second[field].id && first[field].type === second[field].type,
  );
}
