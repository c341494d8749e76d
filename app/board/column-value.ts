import { countryCode } from "~/reference/countries";
import type { ColumnType } from "./column-map";
import { fitText } from "./fit-text";

/** A value in the JSON form its column takes: a plain text, or an object. */
export type ColumnValue = string | Readonly<Record<string, string | readonly string[]>>;

/** What a field has to say. */
export interface FieldText {
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
      return { email: text, text };
    case "phone":
      return phone(text, field.country);
    case "link":
      return link({ ...field, text });
    case "date":
      return /^\d{4}-\d{2}-\d{2}/.test(text) ? { date: text.slice(0, 10) } : undefined;
    case "status":
      return { label: text.slice(0, 30) };
    case "dropdown":
      return { labels: [text.slice(0, 50)] };
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
      return { checked: "true" };
  }
}
