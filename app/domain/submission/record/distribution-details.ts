/** Names with their values, in reading order. */
export type LabelledValues = readonly (readonly [name: string, value: string])[];

/** Distribution details as text, for board, package and staff pages. */
export interface DistributionDetails {
  /** When they were last sent; null while only shares are asked about. */
  sentAt: string | null;
  /** Rights questions without an answer or without evidence, a line each. */
  rightsGaps: readonly string[];
  release: LabelledValues;
  tracks: readonly LabelledValues[];
}
