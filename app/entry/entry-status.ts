/**
 * What staff may make of an entry of the waiting list. There is no release yet, so that nothing of it can
 * be processed or live.
 */
export const entryStatuses = ["pending", "approved", "rejected"] as const;

/** The status of an entry whose artist was invited: that is its reply, and nobody decides on it any more. */
export const INVITED = "invited";
