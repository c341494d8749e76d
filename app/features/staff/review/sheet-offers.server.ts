import type { PackagedFile } from "~/domain/review/package/package-files";
import { releaseModel } from "~/domain/review/package/release-model";
import { missingText, missingValues } from "~/domain/review/sheets/make-sheet";
import type { NamedTemplate } from "~/domain/review/sheets/sheet-template";

/** The sheets that a release can have, each with what it lacks for it; none without tracks. */
export function sheetOffers(
  release: Parameters<typeof releaseModel>[0],
  files: readonly PackagedFile[],
  templates: readonly NamedTemplate[],
) {
  if (release.form.tracks.length === 0) return [];
  const model = releaseModel(release, files);
  return templates.map((template) => {
    const { id, name, sheets } = template;
    return {
      ...{ id, name },
      sheets: sheets.map((sheet) => sheet.name),
      missing: missingValues(template, model).map((value) => missingText(value, model)),
    };
  });
}
