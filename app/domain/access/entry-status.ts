/** Statuses that staff can set. There is no release yet that could be processed or live. */
export const entryStatuses = ["pending", "approved", "rejected"] as const;

/** Set when the artist is invited; staff no longer decide about the entry. */
export const INVITED = "invited";
