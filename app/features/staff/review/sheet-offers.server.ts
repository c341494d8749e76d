import type { PackagedFile } from "~/domain/review/package/package-files";
import { releaseModel } from "~/domain/review/package/release-model";
import { askText, missingText, missingValues } from "~/domain/review/sheets/make-sheet";
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
    const missing = missingValues(template, model);
    return {
      ...{ id, name },
      sheets: sheets.map((sheet) => sheet.name),
      missing: missing.map((value) => missingText(value, model)),
      /** What the artist can be asked for it. */
      ask: askText(missing, model),
    };
  });
}
