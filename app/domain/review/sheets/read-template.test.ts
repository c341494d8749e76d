import { strToU8, unzipSync, zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { readTemplate } from "./read-template.server";
import { TEMPLATE_LIMITS } from "./sheet-template";

const ROWS = [
  ["Release title", "Track title", "ISRC"],
  ["My Album", "=Song", "GBH1N2610001"],
];
const workbook = (
  sheets: { name: string; rows: (string | number | null)[][]; hidden?: boolean }[],
) => writeXlsx({ sheets });

test.each([
  ["a pasted table", ROWS.map((row) => row.join("\t")).join("\n")],
  ["CSV with commas", ROWS.map((row) => row.join(",")).join("\r\n")],
  ["CSV with semicolons", ROWS.map((row) => row.join(";")).join("\r\n")],
  ["a CSV file", strToU8(`\uFEFF${ROWS.map((row) => row.join(",")).join("\n")}`)],
  [
    "a file of UTF-16",
    new Uint8Array([
      0xff,
      0xfe,
      ...Buffer.from(ROWS.map((row) => row.join("\t")).join("\n"), "utf16le"),
    ]),
  ],
])("%s is read to its rows and matched", async (_, source) => {
  const template = await readTemplate(source);
  expect(template?.sheets).toHaveLength(1);
  expect(template?.sheets[0]).toMatchObject({ rows: ROWS, header: 0, start: 1, line: "track" });
});

test("a workbook is read with its visible sheets, without gaps at their ends", async () => {
  const bytes = await workbook([
    { name: "Upload", rows: [...ROWS, [null, null, null], [1, "two", null, "", ""]] },
    { name: "Lists", rows: [["Rock"]], hidden: true },
    { name: "Empty", rows: [] },
    { name: "People", rows: [["Contributor name", "Composer on tracks", "Author on tracks"]] },
  ]);
  const template = await readTemplate(bytes);
  expect(template?.sheets.map(({ name, line }) => [name, line])).toEqual([
    ["Upload", "track"],
    ["People", "person"],
  ]);
  expect(template?.sheets[0]?.rows).toEqual([...ROWS, ["", "", ""], ["1", "two", ""]]);
});

test("more rows, columns, sheets and signs than a template has are cut", async () => {
  const wide = Array.from({ length: 400 }, (_, index) => `Column ${index} ${"x".repeat(500)}`);
  const long = Array.from({ length: 500 }, () => wide.slice(0, 2));
  const bytes = await workbook(
    ["A", "B", "C", "D"].map((name) => ({ name, rows: [wide, ...long] })),
  );
  const template = await readTemplate(bytes);
  expect(template?.sheets).toHaveLength(TEMPLATE_LIMITS.sheets);
  const rows = template?.sheets[0]?.rows ?? [];
  expect([rows.length, rows[0]?.length]).toEqual([TEMPLATE_LIMITS.rows, TEMPLATE_LIMITS.columns]);
  expect(Math.max(...rows.flat().map(({ length }) => length))).toBe(TEMPLATE_LIMITS.cell);
});

/** A workbook with one of its parts changed, as a zip of parts. */
async function changed(change: (parts: Record<string, Uint8Array>) => void): Promise<Uint8Array> {
  const parts = unzipSync(await workbook([{ name: "Upload", rows: ROWS }]));
  change(parts);
  return zipSync(parts);
}
const SHEET = "xl/worksheets/sheet1.xml";

test("a workbook that unpacks to very much is refused before it is unpacked", async () => {
  const bomb = await changed((parts) => {
    parts[SHEET] = new Uint8Array(300 * 1024 * 1024).fill(32);
  });
  expect(bomb.length).toBeLessThan(512 * 1024);
  const before = process.memoryUsage().arrayBuffers;
  const started = performance.now();
  expect(await readTemplate(bomb)).toBe(undefined);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test.each<[string, (parts: Record<string, Uint8Array>) => void]>([
  [
    "entities",
    (parts) => {
      const text = new TextDecoder().decode(parts[SHEET]);
      const type = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
      parts[SHEET] = strToU8(text.replace("?>", `?>${type}`));
    },
  ],
  [
    "entities in UTF-16",
    (parts) => {
      parts["xl/workbook.xml"] = new Uint8Array(Buffer.from("<!DOCTYPE x []><a/>", "utf16le"));
    },
  ],
  [
    "a thousand parts",
    (parts) => {
      for (let at = 0; at < 1_000; at += 1) parts[`xl/media/${at}.png`] = strToU8("x");
    },
  ],
  ["no sheets", (parts) => delete parts["xl/workbook.xml"]],
  ["broken XML", (parts) => (parts[SHEET] = strToU8("<worksheet><sheetData><row r="))],
  [
    "a cell at the end of the world",
    (parts) => {
      parts[SHEET] = strToU8(
        '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
      );
    },
  ],
])("a workbook with %s is not read", async (_, change) => {
  expect(await readTemplate(await changed(change))).toBe(undefined);
});

test.each([
  ["nothing", new Uint8Array()],
  ["a text of blanks", "  \n\t\n"],
  ["the start of a zip", strToU8("PK\u0003\u0004 and no more")],
])("%s has no template", async (_, source) => {
  expect(await readTemplate(source)).toBe(undefined);
});
