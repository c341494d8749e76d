import type { AuditRow } from "~/domain/access/staff/audit.server";
import type { PackagedFile } from "~/domain/review/package/package-files";
import { releaseModel } from "~/domain/review/package/release-model";
import {
  missingText,
  missingValues,
  wantedDetails,
  wantedText,
} from "~/domain/review/sheets/make-sheet";
import { askedSince } from "~/domain/review/sheets/request-details.server";
import type { NamedTemplate } from "~/domain/review/sheets/sheet-template";
import { isAccepted, isInProgress } from "~/reference/statuses";

/**
 * The sheets that a release can have, each with what it lacks for it; none without tracks.
 * @param requests what its artist was asked for, as in the trail, the latest first.
 */
export function sheetOffers(
  release: Parameters<typeof releaseModel>[0] & { status: string },
  files: readonly PackagedFile[],
  templates: readonly NamedTemplate[],
  { requests, now }: { requests: readonly AuditRow[]; now: Date },
) {
  if (release.form.tracks.length === 0) return [];
  const model = releaseModel(release, files);
  return templates.map((template) => {
    const { id, name, sheets } = template;
    const missing = missingValues(template, model);
    const wanted = wantedText(wantedDetails(missing, model, isInProgress(release.status)));
    const request = requests.find(({ detail }) => detail === wanted);
    const isAskedLately = request !== undefined && request.createdAt > askedSince(now);
    return {
      ...{ id, name },
      sheets: sheets.map((sheet) => sheet.name),
      missing: missing.map((value) => missingText(value, model)),
      /** Who asked the artist for it last, and when. */
      request: request && { staffName: request.staffName, createdAt: request.createdAt },
      /** Whether it has something to ask for. Before a release is accepted, a request would say yes. */
      canAsk: wanted !== "" && isAccepted(release.status) && !isAskedLately,
    };
  });
}
