import * as v from "valibot";
import type { FieldName } from "./column-names";
import { lineKinds } from "./sheet-field";
import { fieldNames, sheetFields } from "./sheet-fields";

/** Far more than any distributor's template has. */
export const TEMPLATE_LIMITS = {
  sheets: 3,
  columns: 120,
  /** The rows that it begins with: headers, explanations, examples. */
  rows: 30,
  /** Of a cell, in characters. */
  cell: 300,
  name: 60,
};

/** A column that stays empty, or has the same text on each line. */
export const EMPTY = "empty";
export const FIXED = "fixed";

export type ColumnField = FieldName | typeof EMPTY | typeof FIXED;
export const columnFields: readonly ColumnField[] = [EMPTY, FIXED, ...fieldNames];

const cell = v.pipe(v.string(), v.maxLength(TEMPLATE_LIMITS.cell));

const columnSchema = v.object({
  field: v.picklist(columnFields),
  /** One of the field's. */
  format: v.pipe(v.string(), v.maxLength(30)),
  /** Of a column that has the same on each line. */
  text: cell,
  /** Whether a release without it is told to lack it. */
  isNeeded: v.boolean(),
});
export type SheetColumn = v.InferOutput<typeof columnSchema>;

const sheetSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(TEMPLATE_LIMITS.name)),
  line: v.picklist(lineKinds),
  /** What the distributor's template begins with. */
  rows: v.pipe(
    v.array(v.pipe(v.array(cell), v.maxLength(TEMPLATE_LIMITS.columns))),
    v.maxLength(TEMPLATE_LIMITS.rows),
  ),
  /** Which of them names the columns. */
  header: v.number(),
  /** How many of them stand above the first line. */
  start: v.number(),
  columns: v.pipe(v.array(columnSchema), v.maxLength(TEMPLATE_LIMITS.columns)),
});
export type TemplateSheet = v.InferOutput<typeof sheetSchema>;

export const templateSchema = v.object({
  sheets: v.pipe(v.array(sheetSchema), v.minLength(1), v.maxLength(TEMPLATE_LIMITS.sheets)),
});
export type SheetTemplate = v.InferOutput<typeof templateSchema>;

/** A template by its name, one of ours or the label's own. */
export interface NamedTemplate extends SheetTemplate {
  id: string;
  name: string;
}

/** Whether releases must have a value for a column, as far as its name tells. */
export const isNeededColumn = (header: string, field: ColumnField): boolean =>
  field !== EMPTY &&
  field !== FIXED &&
  sheetFields[field].isNeeded &&
  !/optional|leave (?:it )?(?:blank|empty)/i.test(header);

export const columnName = ({ rows, header }: TemplateSheet, index: number) =>
  rows[header]?.[index]?.trim() || `Column ${index + 1}`;

/** What the template itself has below the name of a column. */
export const columnExamples = ({ rows, header }: TemplateSheet, index: number): string[] =>
  rows.slice(header + 1).flatMap((row) => row[index]?.trim() || []);

/** What stands above the first line. */
export const headOf = ({ rows, start }: TemplateSheet) => rows.slice(0, start);
