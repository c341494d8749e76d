/** Days a draft lives after its last change. */
export const DRAFT_DAYS = 14;
