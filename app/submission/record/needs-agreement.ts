/** The deed of the trail by which staff say that an artist has signed on paper. */
export const SIGNED_ON_PAPER = "agreement-on-paper";

/** The statuses by which a release is out: only with an agreement that its artist has signed. */
const OUT: ReadonlySet<string> = new Set(["live", "active"]);

/** Whether a release gets a status only once its artist has signed an agreement. */
export const needsAgreement = (status: string): boolean => OUT.has(status);
