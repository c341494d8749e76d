/** Retention in years (specification, section 2). Analytics data is kept for 30 days only. */
export const RETENTION_YEARS = {
  account: 2,
  submission: 7,
  /** After the end of the distribution agreement. */
  music: 3,
  /** Also for agreements, which prove payments. */
  payment: 7,
  support: 3,
} as const;

/** Days since the last change of a waiting list entry. */
export const WAITING_DAYS = 730;

/** Further days for an entry whose board item cannot be deleted; then staff must do it. */
export const ITEM_WAITING_DAYS = 30;

export const ANSWER_DAYS = 30;
/** Days in which a deletion can be cancelled. */
export const DELETION_GRACE_DAYS = 7;
export const MAX_EXPORTS_PER_DAY = 3;
/** Days before the deadline when staff must delete what external services refuse. */
export const MANUAL_DELETION_DAYS = 2;
/** Days that an expired single-use link is kept. */
export const ARTIST_LINK_DAYS = 30;

export function yearsBefore(now: Date, years: number): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date;
}
