import type { ReleaseForm } from "./release-form";

/** What a submission is called where it has no release title: what it moves. */
export function releaseName({
  releaseTitle,
  uploadType,
}: Pick<ReleaseForm, "releaseTitle" | "uploadType">): string {
  return releaseTitle || (uploadType === "transfer" ? "Catalogue transfer" : "Untitled Release");
}
