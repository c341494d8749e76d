import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCsv } from "hucre/csv";
import { expect, test } from "vitest";
import { releaseModel } from "~/domain/review/package/release-model";
import { knownTemplates } from "~/domain/review/sheets/known-templates";
import { releaseRows } from "~/domain/review/sheets/make-sheet";
import { sheetCsv, sheetXlsx } from "~/domain/review/sheets/sheet-file.server";
import { fiveReleases } from "../../fixtures/five-releases";

const models = fiveReleases.map(({ release, files }) => releaseModel(release, files));
async function* eachModel() {
  yield* models;
}

/** Commas, double quotes, UTF-8, from the first line; of a workbook each sheet becomes a file. */
const CSV_FILTER = "44,34,76,1";
const TO_CSV = `csv:Text - txt - csv (StarCalc):${CSV_FILTER},,0,false,true,false,false,false,-1`;

/** Opens a file in LibreOffice and saves it as CSV. @returns the rows of each sheet. */
function openInLibreOffice(name: string, file: Uint8Array, importFilter?: string): string[][][] {
  const folder = mkdtempSync(join(tmpdir(), "office-"));
  const path = join(folder, name);
  writeFileSync(path, file);
  const run = spawnSync(
    "soffice",
    [
      ...[`-env:UserInstallation=file://${folder}/profile`, "--headless"],
      ...(importFilter ? [`--infilter=${importFilter}`] : []),
      ...["--convert-to", TO_CSV, "--outdir", join(folder, "out"), path],
    ],
    { encoding: "utf8" },
  );
  // Where there is no LibreOffice, nothing was opened.
  expect(run.error).toBeUndefined();
  const files = readdirSync(join(folder, "out")).map((entry) => join(folder, "out", entry));
  return files.map((entry) =>
    parseCsv(readFileSync(entry, "utf8")).map((row) => row.map((cell) => String(cell ?? ""))),
  );
}

const rowsOf = (sheet: (typeof knownTemplates)[number]["sheets"][number]) =>
  [...sheet.rows, ...models.flatMap((model) => releaseRows(sheet, model))].map((row) =>
    row.map(String),
  );

test.each(knownTemplates)(
  "LibreOffice shows five releases for $name as they are",
  async (template) => {
    const workbook = openInLibreOffice("sheet.xlsx", await sheetXlsx(template, eachModel()));
    expect(workbook.toSorted()).toEqual(template.sheets.map(rowsOf).toSorted());

    for (const sheet of template.sheets) {
      const csv = await new Response(sheetCsv(sheet, eachModel())).bytes();
      const asText = (sheet.rows[0] ?? []).map((_, index) => `${index + 1}/2`).join("/");
      const [opened] = openInLibreOffice("sheet.csv", csv, `CSV:${CSV_FILTER},${asText}`);
      const unguarded = opened?.map((row) => row.map((cell) => cell.replace(/^'(?=[=+@-])/, "")));
      expect(unguarded).toEqual(rowsOf(sheet));
    }
  },
);
