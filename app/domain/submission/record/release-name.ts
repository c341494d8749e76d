interface Named {
  releaseTitle: string;
  uploadType: string;
  catalogueItems: readonly { title: string }[];
}

/** The title of a submission without a release of its own. */
export const CATALOGUE_TRANSFER = "Catalogue transfer";

/** The title of a submission, a transfer's with its first release; empty where none was typed. */
export function submissionTitle({ releaseTitle, uploadType, catalogueItems }: Named): string {
  if (releaseTitle || uploadType !== "transfer") return releaseTitle;
  const first = catalogueItems[0]?.title;
  return first ? `${CATALOGUE_TRANSFER}: ${first}` : CATALOGUE_TRANSFER;
}

export function releaseName(form: Named): string {
  return submissionTitle(form) || "Untitled Release";
}
