import { type BoardField, boardFields, type ColumnMap } from "./column-map";
import { type ColumnValue, columnValue, type FieldText } from "./column-value";
import { fitText } from "./fit-text";

/** What is to stand in which field; fields that are left out stay as they are. */
export type FieldTexts = Partial<Record<BoardField, string | FieldText | undefined>>;

/** Name and columns of a new item. `columnValues` is keyed by column id; empty ones are left out. */
export interface ItemPayload {
  itemName: string;
  columnValues: Record<string, ColumnValue>;
}

const MAX_ITEM_NAME = 255;

/** An item of these texts, each in the form its column takes. */
export function payloadOf(name: string, texts: FieldTexts, columns: ColumnMap): ItemPayload {
  const columnValues: Record<string, ColumnValue> = {};
  for (const field of boardFields) {
    const { id, type } = columns[field];
    const text = texts[field] ?? "";
    const value = columnValue(type, typeof text === "string" ? { text } : text);
    if (value !== undefined) columnValues[id] = value;
  }
  return { itemName: fitText(name, MAX_ITEM_NAME), columnValues };
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
