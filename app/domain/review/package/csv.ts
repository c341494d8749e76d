/** Territories of a distributor's sheet, such as "+WW -RU": as a formula they would call nothing. */
const TERRITORIES = /^[+-][A-Z]{2}(?: [+-][A-Z]{2})*$/;

/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula (owasp.org, "CSV
 * Injection") gets an apostrophe, also after blanks or line breaks; our own numbers stay numbers.
 */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== "string") return String(value);
  const isFormula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u.test(value) || /^[\t\r\n]/.test(value);
  const text = isFormula && !TERRITORIES.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Byte order mark, so that spreadsheets read UTF-8. */
export const CSV_START = "\uFEFF";
