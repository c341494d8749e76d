/** @param index zero-based. Submitted tracks never change, so the index identifies them. */
export const trackIdAt = (index: number) => `track-${index + 1}`;

export interface TrackTitles {
  tracks: readonly { title: string; metadata?: { soloWork: boolean } }[];
}
