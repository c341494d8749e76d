import { countryCode } from "~/reference/countries";
import type { ColumnType } from "./column-map";
import { fitText } from "./fit-text";

/** A value in the JSON form its column takes: a plain text, or an object of texts. */
export type ColumnValue = string | Readonly<Record<string, string>>;

/** What a field has to say: its text (an address for links) and how a link is to read. */
export interface FieldText {
  readonly text: string;
  readonly label?: string;
}

// Kosovo's code is not an ISO one, and a code the board does not know refuses the whole item.
const isIso = (code: string | undefined): code is string => code !== undefined && code !== "XK";

function link({ text, label }: FieldText): ColumnValue {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return { url, text: label ?? url.replace(/^https?:\/\//i, "") };
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
    case "link":
      return link({ ...field, text });
    case "date":
      return /^\d{4}-\d{2}-\d{2}/.test(text) ? { date: text.slice(0, 10) } : undefined;
    case "status":
      return { label: text.slice(0, 30) };
    case "country": {
      const code = countryCode(text);
      return isIso(code) ? { countryCode: code, countryName: text } : undefined;
    }
    case "checkbox":
      return { checked: "true" };
  }
}
