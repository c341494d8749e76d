/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula (owasp.org, "CSV
 * Injection") begins with an apostrophe, also where blanks or line breaks come before it; numbers
 * of our own stay numbers.
 */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== "string") return String(value);
  const armed = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u.test(value) || /^[\t\r\n]/.test(value);
  const text = armed ? `'${value}` : value;
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file, with its end. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** What a CSV file begins with, so that spreadsheets read its letters as they were written. */
export const CSV_START = "\uFEFF";
