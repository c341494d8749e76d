import { writeXlsx } from "hucre/xlsx";

interface WorkbookSheet {
  name: string;
  rows: readonly (readonly (string | number)[])[];
}

/** Longer sheet names, and some signs in them, are refused by spreadsheets. */
const sheetName = (name: string, index: number) =>
  name
    .replace(/[[\]:*?/\\]/g, " ")
    .replace(/^'|'$/g, " ")
    .trim()
    .slice(0, 31) || `Sheet ${index + 1}`;

/** An XLSX file. Texts are stored as texts, so that none of them runs as a formula. */
export function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  const names = new Set<string>();
  return writeXlsx({
    sheets: sheets.map(({ name, rows }, index) => {
      const wanted = sheetName(name, index);
      const unique = names.has(wanted.toLowerCase()) ? `Sheet ${index + 1}` : wanted;
      names.add(unique.toLowerCase());
      return {
        name: unique,
        // An empty cell is none.
        rows: rows.map((row) => row.map((cell) => (cell === "" ? null : cell))),
      };
    }),
  });
}
