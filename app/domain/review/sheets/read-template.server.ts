import { strFromU8, Unzip, UnzipInflate, zipSync } from "fflate";
import { parseCsv } from "hucre/csv";
import { readXlsx, streamXlsxRows } from "hucre/xlsx";
import { matchSheet } from "./match-template";
import { type SheetTemplate, TEMPLATE_LIMITS } from "./sheet-template";

/** Of all parts of a workbook together; a template of a distributor has less than one megabyte. */
const MAX_UNPACKED = 8 * 1024 * 1024;
const MAX_PARTS = 200;
/** So much of a workbook is unpacked at once, which is at most a thousand times as much. */
const STEP = 1_024;

/** The parts that cells come from; pictures, macros and links to elsewhere are never read. */
const READ_PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/;

class UnreadableWorkbook extends Error {}

/** The parts of a workbook, counted while they are unpacked: what a zip says of its sizes may be false. */
function unpackParts(bytes: Uint8Array): Record<string, Uint8Array> {
  const chunks: Record<string, Uint8Array[]> = {};
  let [size, parts] = [0, 0];
  const unzip = new Unzip((file) => {
    parts += 1;
    if (parts > MAX_PARTS || file.name in chunks) throw new UnreadableWorkbook("too many parts");
    if (!READ_PARTS.test(file.name)) return;
    const own: Uint8Array[] = [];
    chunks[file.name] = own;
    file.ondata = (error, chunk) => {
      if (error) throw error;
      size += chunk.length;
      if (size > MAX_UNPACKED) throw new UnreadableWorkbook("too large");
      own.push(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += STEP)
    unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
  return Object.fromEntries(
    Object.entries(chunks).map(([name, own]) => [name, joined(own)] as const),
  );
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A workbook of only these parts. Document types, which define entities, are refused in any of them. */
function safeWorkbook(bytes: Uint8Array): Uint8Array {
  const parts = unpackParts(bytes);
  for (const part of Object.values(parts)) {
    const text = strFromU8(part, true);
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text) || text.includes("\0"))
      throw new UnreadableWorkbook("a document type, or no UTF-8");
  }
  return zipSync(parts, { level: 0 });
}

const { rows: MAX_ROWS, columns: MAX_COLUMNS, cell: MAX_CELL } = TEMPLATE_LIMITS;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
  return text.slice(0, MAX_CELL).trim();
}

/** Rows of one length without empty ones at their ends; undefined where nothing is left. */
function cutRows(rows: readonly (readonly unknown[])[]): string[][] | undefined {
  const texts = rows.map((row) => row.slice(0, MAX_COLUMNS).map(cellText));
  const last = texts.findLastIndex((row) => row.some(Boolean));
  const width = Math.max(0, ...texts.map((row) => row.findLastIndex(Boolean) + 1));
  if (last < 0) return undefined;
  return texts
    .slice(0, last + 1)
    .map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ""));
}

interface ReadSheet {
  name: string;
  rows: string[][];
}

async function readWorkbook(bytes: Uint8Array): Promise<ReadSheet[]> {
  const workbook = safeWorkbook(bytes);
  const names: string[] = [];
  await readXlsx(workbook, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name);
      return false;
    },
  });
  const sheets: ReadSheet[] = [];
  for (const name of names) {
    const found: unknown[][] = [];
    for await (const { index, values } of streamXlsxRows(workbook, { sheet: name })) {
      if (index >= MAX_ROWS) break;
      found[index] = values.slice(0, MAX_COLUMNS);
    }
    const rows = cutRows(Array.from(found, (row) => row ?? []));
    if (rows) sheets.push({ name: name.slice(0, TEMPLATE_LIMITS.name), rows });
    if (sheets.length === TEMPLATE_LIMITS.sheets) break;
  }
  return sheets;
}

/** The first lines of a text, where quotes may hold line ends. */
function readText(text: string): ReadSheet[] {
  const rows = cutRows(parseCsv(text, { maxRows: MAX_ROWS }));
  return rows ? [{ name: "Sheet 1", rows }] : [];
}

function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** The template in a file (XLSX or CSV) or a pasted text; undefined where there is none to read. */
export async function readTemplate(
  source: Uint8Array | string,
): Promise<SheetTemplate | undefined> {
  try {
    const sheets =
      typeof source === "string"
        ? readText(source)
        : isZip(source)
          ? await readWorkbook(source)
          : readText(decodeText(source));
    if (sheets.length === 0) return undefined;
    return { sheets: sheets.map(({ name, rows }) => matchSheet(name, rows)) };
  } catch {
    // Whatever is wrong in a file from outside, staff can only save it anew.
    return undefined;
  }
}
