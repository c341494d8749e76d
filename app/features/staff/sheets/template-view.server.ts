import { sql } from "drizzle-orm";
import * as v from "valibot";
import { packageReaders } from "~/domain/delivery/package-readers.server";
import { readPackagedRelease } from "~/domain/review/package/packaged-release.server";
import { type ReleaseModel, releaseModel } from "~/domain/review/package/release-model";
import { releaseRows } from "~/domain/review/sheets/make-sheet";
import { fieldNames, sheetFields } from "~/domain/review/sheets/sheet-fields";
import {
  type ColumnField,
  columnExamples,
  columnName,
  EMPTY,
  FIXED,
  type SheetTemplate,
} from "~/domain/review/sheets/sheet-template";
import type { AppContext } from "~/session/app-context";

const PREVIEWED = 3;

/** The latest releases with tracks, for a preview. */
export async function previewReleases(context: AppContext): Promise<ReleaseModel[]> {
  const { db, clock } = context;
  const rows = await db.all(sql`SELECT id FROM submissions
    WHERE json_array_length(form_data, '$.tracks') > 0 ORDER BY id DESC LIMIT ${PREVIEWED}`);
  const ids = v.parse(v.array(v.object({ id: v.string() })), rows);
  const found = await Promise.all(
    ids.map(({ id }) => readPackagedRelease(db, id, clock(), packageReaders)),
  );
  return found.flatMap((one) => (one ? [releaseModel(one.release, one.files)] : []));
}

const formatsOf = (field: ColumnField) =>
  field === EMPTY || field === FIXED
    ? []
    : sheetFields[field].formats.map(({ id, label }) => ({ id, label }));

/** The fields that a column can have, in their groups. */
export function fieldChoices() {
  const groups = [...new Set(fieldNames.map((name) => sheetFields[name].group))];
  return groups.map((group) => ({
    group,
    fields: fieldNames
      .filter((name) => sheetFields[name].group === group)
      .map((name) => ({ name, label: sheetFields[name].label })),
  }));
}

/** What the page of a template shows: each column with its match, and what three releases have there. */
export function templateView({ sheets }: SheetTemplate, releases: readonly ReleaseModel[]) {
  return {
    releases: releases.map(({ artist, title }) => `${artist}: ${title}`),
    sheets: sheets.map((sheet) => {
      const lines = releases.map((release) => releaseRows(sheet, release)[0] ?? []);
      return {
        ...{ name: sheet.name, line: sheet.line, header: sheet.header, start: sheet.start },
        rowCount: sheet.rows.length,
        columns: sheet.columns.map((column, index) => ({
          ...column,
          name: columnName(sheet, index),
          example: columnExamples(sheet, index)[0] ?? "",
          formats: formatsOf(column.field),
          cells: lines.map((line) => String(line[index] ?? "").slice(0, 200)),
        })),
      };
    }),
  };
}
export type TemplateView = ReturnType<typeof templateView>;
