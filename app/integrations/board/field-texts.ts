import { isEmailAddress } from "~/forms/email-address";
import { isCalendarDate } from "~/platform/formats/dates";
import { countryCode } from "~/reference/countries";
import { type BoardField, boardFields, type ColumnMap, type ColumnType } from "./column-map";
import { fitText, LONG_TEXT_LIMIT } from "./fit-text";

/** A value in the JSON form of its column type. */
type ColumnValue = string | Readonly<Record<string, string | readonly string[]>>;

interface FieldText {
  readonly text: string;
  readonly label?: string;
  /** Country name of a phone number. */
  readonly country?: string;
}

// Kosovo's code is not an ISO code; the board refuses items with unknown codes.
const isIso = (code: string | undefined | ""): code is string => Boolean(code) && code !== "XK";

function link({ text, label }: FieldText): ColumnValue {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return { url, text: label ?? url.replace(/^https?:\/\//i, "") };
}

// The board refuses items with invalid numbers, so those are left out.
function phone(text: string, country: string | undefined): ColumnValue | undefined {
  const number = text.replace(/[^\d+]/g, "");
  const code = country && countryCode(country);
  if (!isIso(code) || !/^\+?\d{5,15}$/.test(number)) return undefined;
  return { phone: number, countryShortName: code };
}

/** Characters that columns of these types show. */
const limits: Readonly<Partial<Record<ColumnType, number>>> = {
  long_text: LONG_TEXT_LIMIT,
  status: 30,
  dropdown: 50,
};

function fitsColumn(type: ColumnType, field: FieldText): boolean {
  const { length } = field.text.trim();
  if (length === 0) return true;
  return columnValue(type, field) !== undefined && length <= (limits[type] ?? length);
}

/** Converts a text to a column value. @returns undefined for an empty or unsuitable text. */
export function columnValue(type: ColumnType, field: FieldText): ColumnValue | undefined {
  const text = field.text.trim();
  if (text === "") return undefined;
  switch (type) {
    case "text":
      return text;
    case "long_text":
      return { text: fitText(text) };
    case "email":
      return isEmailAddress(text) ? { email: text, text } : undefined;
    case "phone":
      return phone(text, field.country);
    case "link":
      return link({ ...field, text });
    case "date":
      // The board refuses items with invalid dates.
      return isCalendarDate(text.slice(0, 10)) ? { date: text.slice(0, 10) } : undefined;
    case "status":
      return { label: text.slice(0, limits.status) };
    case "dropdown":
      return { labels: [text.slice(0, limits.dropdown)] };
    case "numbers":
      return Number.isFinite(Number(text)) ? text : undefined;
    case "file":
      return undefined;
    case "country": {
      const code = countryCode(text);
      return isIso(code) ? { countryCode: code, countryName: text } : undefined;
    }
    case "checkbox":
      return /^(false|no|off|0)$/i.test(text) ? undefined : { checked: "true" };
  }
}

/** Texts by field; absent fields stay unchanged. */
export type FieldTexts = Partial<Record<BoardField, string | FieldText | undefined>>;

/** `columnValues` is keyed by column id, without empty ones. */
export interface ItemPayload {
  itemName: string;
  columnValues: Record<string, ColumnValue>;
}

const MAX_ITEM_NAME = 255;

const toFieldText = (text: string | FieldText | undefined): FieldText =>
  typeof text === "object" ? text : { text: text ?? "" };

export function toItemPayload(name: string, texts: FieldTexts, columns: ColumnMap): ItemPayload {
  const columnValues: Record<string, ColumnValue> = {};
  for (const field of boardFields) {
    const { id, type } = columns[field];
    const value = columnValue(type, toFieldText(texts[field]));
    if (value !== undefined) columnValues[id] = value;
  }
  return { itemName: fitText(name, MAX_ITEM_NAME), columnValues };
}

/** Fields that their columns do not show in full, with the whole text. */
export function overflowTexts(texts: FieldTexts, columns: ColumnMap): [BoardField, string][] {
  return boardFields.flatMap((field): [BoardField, string][] => {
    const fieldText = toFieldText(texts[field]);
    const { type } = columns[field];
    // Files are uploaded separately.
    if (type === "file" || fitsColumn(type, fieldText)) return [];
    return [[field, fieldText.text.trim()]];
  });
}

export function withoutFields(
  { columnValues }: ItemPayload,
  columns: ColumnMap,
  fields: readonly BoardField[],
): ItemPayload["columnValues"] {
  const ids = new Set(fields.map((field) => columns[field].id));
  return Object.fromEntries(Object.entries(columnValues).filter(([id]) => !ids.has(id)));
}
