import { type Release, releases, type Track } from "../../workers/sandbox/spotify-catalogue";

/** Finds a release of the sandbox's catalogue. @throws Error when there is none with this title. */
export function release(title: string): Release {
  const match = releases.find((release) => release.title === title);
  if (!match) throw new Error(`The catalogue knows no release called ${title}`);
  return match;
}

/** The first track of a release of the sandbox's catalogue. */
export function firstTrack(title: string): Track {
  const [track] = release(title).tracks;
  if (!track) throw new Error(`${title} has no tracks`);
  return track;
}
