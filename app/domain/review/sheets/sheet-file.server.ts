import { CSV_START, csvLine } from "../package/csv";
import type { ReleaseModel } from "../package/release-model";
import { releaseRows } from "./make-sheet";
import { headOf, type SheetTemplate, type TemplateSheet } from "./sheet-template";

/** A sheet as CSV, release by release as it is read. */
export function sheetCsv(
  sheet: TemplateSheet,
  releases: AsyncIterator<ReleaseModel>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const write = (rows: readonly (readonly (string | number)[])[]) =>
    encoder.encode(rows.map(csvLine).join(""));
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(CSV_START));
      controller.enqueue(write(headOf(sheet)));
    },
    async pull(controller) {
      const { value: release, done } = await releases.next();
      if (done) return controller.close();
      controller.enqueue(write(releaseRows(sheet, release)));
    },
    cancel: async () => void (await releases.return?.()),
  });
}

/** All sheets of a template as XLSX. Its writer is loaded with the first one. */
export async function sheetXlsx(
  { sheets }: SheetTemplate,
  releases: AsyncIterator<ReleaseModel>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { writeWorkbook } = await import("./write-workbook.server");
  const rows: (string | number)[][][] = sheets.map((sheet) => [...headOf(sheet)]);
  for (let next = await releases.next(); !next.done; next = await releases.next())
    for (const [index, sheet] of sheets.entries())
      rows[index]?.push(...releaseRows(sheet, next.value));
  return new Uint8Array(
    await writeWorkbook(sheets.map(({ name }, index) => ({ name, rows: rows[index] ?? [] }))),
  );
}
