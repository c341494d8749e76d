/**
 * For how long each kind of data is kept at most, in years: the specification, section 2. Of the 2 years
 * of analytics there is nothing: what pages report is gone after 30 days.
 */
export const KEPT_YEARS = {
  /** After an account has ended. */
  account: 2,
  submission: 7,
  /** After the distribution agreement has ended. */
  music: 3,
  /** Also agreements: what money was paid by must be provable as long. */
  payment: 7,
  support: 3,
} as const;

/** For so many days after it was last touched an entry of the waiting list is kept: two years, as an account. */
export const WAITING_DAYS = 730;

/** For so many days more one waits whose item cannot be removed from the board; then people see to that. */
export const ITEM_WAITING_DAYS = 30;

/** Within so many days a request about somebody's data is answered. */
export const ANSWER_DAYS = 30;
/** For so many days an artist may take a deletion back before it begins. */
export const DELETION_GRACE_DAYS = 7;
/** So many downloads of everything within a day. */
export const EXPORTS_A_DAY = 3;
/** So many days before a deletion must be done, what a third party refuses is left to people. */
export const MANUAL_DELETION_DAYS = 2;
/** A link by mail that does one thing is remembered for so many days after its end. */
export const ARTIST_LINK_DAYS = 30;

/** The same day so many years earlier. */
export function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now);
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return then;
}
