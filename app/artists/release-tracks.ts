/** The id of a track of a submission, by its place from 0. Submissions never change. */
export const trackIdAt = (index: number) => `track-${index + 1}`;

/** A release as far as its tracks are concerned. */
export interface TrackTitles {
  tracks: readonly { title: string }[];
}
