/** Names with their values, in the order in which they are read. */
export type LabelledValues = readonly (readonly [name: string, value: string])[];

/**
 * What an artist has sent us for distribution after the submission, in words. It is made in the artists'
 * room; board, package and staff's pages show it, and know nothing of that room.
 */
export interface DistributionDetails {
  /** When the details were sent last; null while only shares are asked about. */
  sentAt: string | null;
  release: LabelledValues;
  /** As many as the submission has tracks, in its order; shares among them. */
  tracks: readonly LabelledValues[];
}
