import { type BoardField, boardFields, type ColumnMap } from "./column-map";
import { type ColumnValue, columnValue, type FieldText, holdsWhole } from "./column-value";
import { fitText } from "./fit-text";

/** What is to stand in which field; fields that are left out stay as they are. */
export type FieldTexts = Partial<Record<BoardField, string | FieldText | undefined>>;

/** Name and columns of a new item. `columnValues` is keyed by column id; empty ones are left out. */
export interface ItemPayload {
  itemName: string;
  columnValues: Record<string, ColumnValue>;
}

const MAX_ITEM_NAME = 255;

const asField = (text: string | FieldText | undefined): FieldText =>
  typeof text === "object" ? text : { text: text ?? "" };

/** An item of these texts, each in the form its column takes. */
export function payloadOf(name: string, texts: FieldTexts, columns: ColumnMap): ItemPayload {
  const columnValues: Record<string, ColumnValue> = {};
  for (const field of boardFields) {
    const { id, type } = columns[field];
    const value = columnValue(type, asField(texts[field]));
    if (value !== undefined) columnValues[id] = value;
  }
  return { itemName: fitText(name, MAX_ITEM_NAME), columnValues };
}

/** What columns of the types they have do not show, or not to its end: field and whole text. */
export function leftTexts(texts: FieldTexts, columns: ColumnMap): [BoardField, string][] {
  return boardFields.flatMap((field): [BoardField, string][] => {
    const said = asField(texts[field]);
    const { type } = columns[field];
    // Into columns of that type go the files themselves.
    if (type === "file" || holdsWhole(type, said)) return [];
    return [[field, said.text.trim()]];
  });
}

/** The columns without those of some fields. */
export function withoutFields(
  { columnValues }: ItemPayload,
  columns: ColumnMap,
  fields: readonly BoardField[],
): ItemPayload["columnValues"] {
  const ids = new Set(fields.map((field) => columns[field].id));
  return Object.fromEntries(Object.entries(columnValues).filter(([id]) => !ids.has(id)));
}
