import type { ReleaseForm } from "./release-form";

type Named = Pick<ReleaseForm, "releaseTitle" | "uploadType">;

/** The title of a submission without a release of its own. */
export const CATALOGUE_TRANSFER = "Catalogue transfer";

/** The title of a submission; empty where none was typed. */
export const submissionTitle = ({ releaseTitle, uploadType }: Named): string =>
  releaseTitle || (uploadType === "transfer" ? CATALOGUE_TRANSFER : "");

export function releaseName(form: Named): string {
  return submissionTitle(form) || "Untitled Release";
}
