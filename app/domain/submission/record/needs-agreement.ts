/** The audit action for an agreement signed on paper. */
export const SIGNED_ON_PAPER = "agreement-on-paper";

/** Statuses of a published release, which need a signed agreement. */
const OUT: ReadonlySet<string> = new Set(["live", "active"]);

export const needsAgreement = (status: string): boolean => OUT.has(status);
