import * as v from "valibot";
import { choice, flag, list, singleLineUpTo } from "~/forms/fields";
import type { FormValues } from "~/forms/read-form";
import { matchColumns } from "./match-template";
import { lineKinds } from "./sheet-field";
import { sheetFields } from "./sheet-fields";
import {
  columnFields,
  EMPTY,
  FIXED,
  type SheetColumn,
  type SheetTemplate,
  TEMPLATE_LIMITS,
  type TemplateSheet,
} from "./sheet-template";

/** The number of a row as people count, from 1. */
const rowNumber = v.fallback(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/),
    v.transform((text) => Number(text) - 1),
  ),
  0,
);

const columnForm = v.object({
  field: v.fallback(v.picklist(columnFields), EMPTY),
  format: singleLineUpTo(30),
  text: singleLineUpTo(TEMPLATE_LIMITS.cell),
  isNeeded: flag,
});

const templateForm = v.object({
  name: singleLineUpTo(TEMPLATE_LIMITS.name),
  sheets: list(
    v.object({
      line: choice(lineKinds),
      header: rowNumber,
      start: rowNumber,
      /** The row by which the columns of the form were matched. */
      matched: rowNumber,
      columns: list(columnForm, TEMPLATE_LIMITS.columns),
    }),
    TEMPLATE_LIMITS.sheets,
  ),
});
type PostedSheet = v.InferOutput<typeof templateForm>["sheets"][number];

/** A format of another field is none. */
function tidyColumn({ field, format, text, isNeeded }: SheetColumn): SheetColumn {
  const isField = field !== EMPTY && field !== FIXED;
  const has = isField && sheetFields[field].formats.some(({ id }) => id === format);
  return {
    field,
    format: has ? format : "",
    text: field === FIXED ? text.slice(0, TEMPLATE_LIMITS.cell) : "",
    isNeeded: isField && isNeeded,
  };
}

function correctSheet(sheet: TemplateSheet, posted: PostedSheet | undefined): TemplateSheet {
  if (!posted) return sheet;
  const last = sheet.rows.length - 1;
  const header = Math.min(Math.max(0, posted.header), last);
  const start = Math.min(Math.max(header + 1, posted.start), last + 1);
  const rows = { ...sheet, header, start, line: posted.line };
  // By another row the columns have other names.
  if (posted.header !== posted.matched) return { ...rows, columns: matchColumns(rows) };
  const columns = sheet.columns.map((column, index) => tidyColumn(posted.columns[index] ?? column));
  return { ...rows, columns };
}

/** A template as its form corrects it; its rows stay as they were read. */
export function correctTemplate(stored: SheetTemplate, values: FormValues) {
  const { name, sheets } = v.parse(templateForm, values);
  const corrected = stored.sheets.map((sheet, index) => correctSheet(sheet, sheets[index]));
  return { name, sheets: corrected };
}
