interface Royalty {
  source: string;
  /** Percent of the label's receipts after the agreed deductions. */
  artistShare: number;
}

/*
 * Changing a term here, or the text in `agreement-text`, needs a new version: every artist is then
 * asked to sign again. Earlier signatures are kept unchanged.
 */

export const TEMPLATE_VERSION = "2026-12";
/** Initial term in months (specification, section 9). */
export const TERM_MONTHS = 12;
/** Specification, section 9. */
export const NOTICE_DAYS = 30;
/** Specification, section 9. */
export const GOVERNING_LAW = "the United Kingdom";
/** End dates of the accounting periods, and days until the account is due. */
export const ACCOUNTING = { periods: "31 March, 30 June, 30 September and 31 December", days: 45 };
export const SMALLEST_PAYMENT = 25;

export const royalties: readonly Royalty[] = [
  { source: "Streaming, with or without advertising", artistShare: 80 },
  { source: "Downloads", artistShare: 80 },
  { source: "Short video and social platforms", artistShare: 80 },
  { source: "Records, tapes and discs that we have made", artistShare: 50 },
  { source: "Films, series, games and advertisements", artistShare: 60 },
];

export const shareText = ({ source, artistShare }: Royalty) => `${source}: ${artistShare}%`;

/** The terms, for pages that describe the agreement before it is signed. */
export const termsSummary = {
  termMonths: TERM_MONTHS,
  noticeDays: NOTICE_DAYS,
  law: GOVERNING_LAW,
  accountingDates: ACCOUNTING.periods,
  accountingDays: ACCOUNTING.days,
  smallestPayment: `£${SMALLEST_PAYMENT}`,
  shares: royalties.map(shareText),
};
