/** A kind of income, and what of it goes to the artist. */
interface Royalty {
  source: string;
  /** Percent of what the label receives, after the deductions that the agreement names. */
  artistShare: number;
}

/*
 * What the agreement says in numbers. Whoever changes anything of the terms, or of the words in
 * `agreement-text`, gives them a new version: every artist is then asked to sign anew, and what was
 * signed before is kept as it was.
 */

/** Names the template among all there ever were. */
export const TEMPLATE_VERSION = "2026-11";
/** Months that it lasts at first (specification, section 9). */
export const TERM_MONTHS = 12;
/** Days of notice that end it (the same). */
export const NOTICE_DAYS = 30;
/** Whose law it is under (the same). */
export const GOVERNING_LAW = "the United Kingdom";
/** How often royalties are accounted for, and how many days afterwards. */
export const ACCOUNTING = { periods: "31 March, 30 June, 30 September and 31 December", days: 45 };
/** Pounds below which a balance is carried over. */
export const SMALLEST_PAYMENT = 25;

/** The royalty schedule, by {@link shareText}. */
export const royalties: readonly Royalty[] = [
  { source: "Streaming, with or without advertising", artistShare: 80 },
  { source: "Downloads", artistShare: 80 },
  { source: "Short video and social platforms", artistShare: 80 },
  { source: "Records, tapes and discs that we have made", artistShare: 50 },
  { source: "Films, series, games and advertisements", artistShare: 60 },
];

/** A kind of income and the artist's share of it, as the schedule has it. */
export const shareText = ({ source, artistShare }: Royalty) => `${source}: ${artistShare}%`;

/** The terms as pages tell them to whoever has not signed anything yet. */
export const termsSummary = {
  termMonths: TERM_MONTHS,
  noticeDays: NOTICE_DAYS,
  law: GOVERNING_LAW,
  accountingDates: ACCOUNTING.periods,
  accountingDays: ACCOUNTING.days,
  smallestPayment: `£${SMALLEST_PAYMENT}`,
  shares: royalties.map(shareText),
};
