/** Days a draft lives after its last change. */
export const DRAFT_DAYS = 14;
/** Days a draft lives that has no answers, no files and no link. */
export const EMPTY_DRAFT_DAYS = 1;

/** Whether a draft was ended because it stayed empty: its life is exactly that long. */
export function isExpiredUnused({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }) {
  return expiresAt.getTime() - createdAt.getTime() === EMPTY_DRAFT_DAYS * 86_400_000;
}
