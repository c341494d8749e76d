import type { ReleaseForm } from "./release-form";

type Named = Pick<ReleaseForm, "releaseTitle" | "uploadType">;

/** What a submission is called that brings no release of its own. */
export const CATALOGUE_TRANSFER = "Catalogue transfer";

/** The title of a submission, or what it is where it can have none; empty where none was given. */
export const submissionTitle = ({ releaseTitle, uploadType }: Named): string =>
  releaseTitle || (uploadType === "transfer" ? CATALOGUE_TRANSFER : "");

/** What a submission is called where it has no release title: what it moves. */
export function releaseName(form: Named): string {
  return submissionTitle(form) || "Untitled Release";
}
