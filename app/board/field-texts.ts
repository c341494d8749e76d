import { isEmailAddress } from "~/forms/email-address";
import { isCalendarDate } from "~/platform/formats/dates";
import { countryCode } from "~/reference/countries";
import { type BoardField, boardFields, type ColumnMap, type ColumnType } from "./column-map";
import { fitText, LONG_TEXT_LIMIT } from "./fit-text";

/** A value in the JSON form its column takes: a plain text, or an object. */
type ColumnValue = string | Readonly<Record<string, string | readonly string[]>>;

/** What a field has to say. */
interface FieldText {
  /** An address for links. */
  readonly text: string;
  /** How a link is to read. */
  readonly label?: string;
  /** The country a phone number is of, by name. */
  readonly country?: string;
}

// Kosovo's code is not an ISO one, and a code the board does not know refuses the whole item.
const isIso = (code: string | undefined | ""): code is string => Boolean(code) && code !== "XK";

function link({ text, label }: FieldText): ColumnValue {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return { url, text: label ?? url.replace(/^https?:\/\//i, "") };
}

// The board takes the number for a real one of that country or refuses the whole item, so what
// cannot be one is left out.
function phone(text: string, country: string | undefined): ColumnValue | undefined {
  const number = text.replace(/[^\d+]/g, "");
  const code = country && countryCode(country);
  if (!isIso(code) || !/^\+?\d{5,15}$/.test(number)) return undefined;
  return { phone: number, countryShortName: code };
}

/** The most characters of a text that columns of these types show. */
const limits: Readonly<Partial<Record<ColumnType, number>>> = {
  long_text: LONG_TEXT_LIMIT,
  status: 30,
  dropdown: 50,
};

/** Whether a column of this type shows all that a field has to say. */
function holdsWhole(type: ColumnType, field: FieldText): boolean {
  const { length } = field.text.trim();
  if (length === 0) return true;
  return columnValue(type, field) !== undefined && length <= (limits[type] ?? length);
}

/**
 * The value of a column of this type, after the board's published JSON forms.
 * @returns undefined when there is nothing to write, or nothing this type of column could hold.
 */
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
      // A day that no calendar has would be refused, and with it the whole item.
      return isCalendarDate(text.slice(0, 10)) ? { date: text.slice(0, 10) } : undefined;
    case "status":
      return { label: text.slice(0, limits.status) };
    case "dropdown":
      return { labels: [text.slice(0, limits.dropdown)] };
    case "numbers":
      return Number.isFinite(Number(text)) ? text : undefined;
    case "file":
      // Files are not values: they are put into the column one by one.
      return undefined;
    case "country": {
      const code = countryCode(text);
      return isIso(code) ? { countryCode: code, countryName: text } : undefined;
    }
    case "checkbox":
      return /^(false|no|off|0)$/i.test(text) ? undefined : { checked: "true" };
  }
}

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
export function toItemPayload(name: string, texts: FieldTexts, columns: ColumnMap): ItemPayload {
  const columnValues: Record<string, ColumnValue> = {};
  for (const field of boardFields) {
    const { id, type } = columns[field];
    const value = columnValue(type, asField(texts[field]));
    if (value !== undefined) columnValues[id] = value;
  }
  return { itemName: fitText(name, MAX_ITEM_NAME), columnValues };
}

/** What columns of the types they have do not show, or not to its end: field and whole text. */
export function overflowTexts(texts: FieldTexts, columns: ColumnMap): [BoardField, string][] {
  return boardFields.flatMap((field): [BoardField, string][] => {
    const fieldText = asField(texts[field]);
    const { type } = columns[field];
    // Into columns of that type go the files themselves.
    if (type === "file" || holdsWhole(type, fieldText)) return [];
    return [[field, fieldText.text.trim()]];
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
