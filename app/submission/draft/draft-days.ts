/** Days a draft lives after its last change. */
export const DRAFT_DAYS = 14;
/** Days one lives in which nothing was ever typed, to which nothing was sent and no link leads. */
export const EMPTY_DRAFT_DAYS = 1;

/** Whether a draft was ended because it had stayed empty: its life was set to exactly that of one. */
export function isExpiredUnused({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }) {
  return expiresAt.getTime() - createdAt.getTime() === EMPTY_DRAFT_DAYS * 86_400_000;
}
