/** The id of the form whose buttons edit the release on Review. */
export const REVIEW_EDITS_FORM_ID = "review-edits";
