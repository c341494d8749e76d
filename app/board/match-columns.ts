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

/** A column as the board lists it. */
export interface FoundColumn {
  readonly id: string;
  readonly title: string;
  /** Any type the board has, not only those that the product writes to. */
  readonly type: string;
}

/**
 * Where a field finds itself on the board: in its column of before, in one with its title, in one
 * that cannot hold it, or nowhere.
 */
export type ColumnMatch =
  | { field: BoardField; is: "known" | "found"; column: FoundColumn & { type: ColumnType } }
  | { field: BoardField; is: "unfit"; column: FoundColumn }
  | { field: BoardField; is: "missing" };

/** How a column for a field is titled where it is made: "Reply due date". */
export function columnTitle(field: BoardField): string {
  const words = defaultColumns[field].id.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Fields that are read back from the board, and only in their own form. */
const readBack: readonly BoardField[] = ["status"];
/** Other types that hold all that a field of a type has to say. */
const alsoFits: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  text: ["long_text", "dropdown"],
  long_text: ["text"],
  email: ["text"],
  country: ["text"],
  link: ["text", "long_text"],
  status: ["dropdown", "text"],
};

/** The types of column that a field may live in, the best first. */
export function allowedColumnTypes(field: BoardField): readonly ColumnType[] {
  const { type } = defaultColumns[field];
  if (readBack.includes(field)) return [type];
  const files: ColumnType[] = fileFields.includes(field as FileField) ? ["file"] : [];
  const phone: ColumnType[] = field === "phone" ? ["phone"] : [];
  return [type, ...(alsoFits[type] ?? []), ...files, ...phone];
}

const isOurs = (type: string): type is ColumnType => columnTypes.some((one) => one === type);

function fits(
  field: BoardField,
  column: FoundColumn,
): column is FoundColumn & { type: ColumnType } {
  return isOurs(column.type) && allowedColumnTypes(field).includes(column.type);
}

/**
 * Finds each field's column: first where the map in force, or the usual id, says that it is, then by
 * its title, the best type first. No column serves two fields.
 * @returns a place for each field, in the order of the board's fields.
 */
export function matchColumns(live: readonly FoundColumn[], map: ColumnMap): ColumnMatch[] {
  const places = new Map<BoardField, ColumnMatch>();
  const usedColumns = new Set<string>();
  const put = (field: BoardField, is: "known" | "found", column: FoundColumn) => {
    if (!fits(field, column) || usedColumns.has(column.id) || places.has(field)) return;
    usedColumns.add(column.id);
    places.set(field, { field, is, column });
  };
  const byId = (id: string) => live.find((column) => column.id === id);
  for (const of of [map, defaultColumns])
    for (const field of boardFields) {
      const column = byId(of[field].id);
      if (column) put(field, of === map ? "known" : "found", column);
    }
  // A column that another field knows by its id is that field's, also where it does not fit it.
  const usual = new Set(boardFields.map((field) => defaultColumns[field].id));
  const free = live.filter(({ id }) => !usual.has(id));
  const byTitle = (field: BoardField) => {
    const names = [letters(columnTitle(field)), letters(field)];
    return free.filter(({ title }) => names.includes(letters(title)));
  };
  for (const field of boardFields)
    for (const type of allowedColumnTypes(field))
      for (const column of byTitle(field)) if (column.type === type) put(field, "found", column);
  return boardFields.map((field): ColumnMatch => {
    const place = places.get(field);
    if (place) return place;
    const column = byId(map[field].id) ?? byId(defaultColumns[field].id) ?? byTitle(field)[0];
    return column && !usedColumns.has(column.id)
      ? { field, is: "unfit", column }
      : { field, is: "missing" };
  });
}

/**
 * The map that follows from where the fields were found. One that was not stays where the product
 * looks for it by default, or, where another field has that column now, under an id that no board has.
 */
export function toColumnMap(places: readonly ColumnMatch[]): ColumnMap {
  const map: Record<BoardField, BoardColumn> = { ...defaultColumns };
  const foundIds = new Set<string>();
  for (const place of places) {
    if (place.is !== "known" && place.is !== "found") continue;
    const { id, type } = place.column;
    map[place.field] = { id, type };
    foundIds.add(id);
  }
  for (const place of places)
    if ((place.is === "missing" || place.is === "unfit") && foundIds.has(map[place.field].id))
      map[place.field] = { ...map[place.field], id: `${map[place.field].id}_` };
  return map;
}

/** Whether two maps say the same. */
export function isSameMap(one: ColumnMap, other: ColumnMap): boolean {
  return boardFields.every(
    (field) => one[field].id === other[field].id && one[field].type === other[field].type,
  );
}
