import { DEFAULT_LIMITS } from "~/platform/limit-settings";

/** What a draft may take where nothing is set, as an artist saves who is not signed in. */
export const SAVED_BY_NOBODY = { maxBytes: DEFAULT_LIMITS.draftKb * 1024, savedBy: undefined };

/** How many drafts are opened where nothing is set. */
export const DRAFT_LIMITS = {
  open: DEFAULT_LIMITS.openDrafts,
  perDay: DEFAULT_LIMITS.draftsPerDay,
};
