import type { MusicAnswers } from "./music-step";
import type { PreviousContributor } from "./previous-contributor";
import type { ReleaseType } from "./release-type";

/** What the edits need to know beside the answers. */
export interface EditContext {
  today: Date;
  /** Slots that hold a file, stored or on its way. */
  slots: ReadonlySet<string>;
  /** The release type whose tracks the page shows; another one in the answers was just chosen. */
  shownType: ReleaseType;
  /** An id that no track of this draft has had. */
  newId: () => string;
  artist: ArtistNames;
  /** Who was credited on the last release of an artist who comes again. */
  previousContributors?: readonly PreviousContributor[] | undefined;
}

/** What the artist is called, as answered at the first step; empty where it is not known yet. */
export interface ArtistNames {
  artistName: string;
  firstName: string;
  surname: string;
}

/** Of a draft whose first step has not been answered. */
export const NO_NAMES: ArtistNames = { artistName: "", firstName: "", surname: "" };

/** The names in a draft's answers: titles and credits are filled in by them. */
export function namesIn({ artist }: { artist?: ArtistNames | undefined }): ArtistNames {
  const { artistName, firstName, surname } = artist ?? NO_NAMES;
  return { artistName, firstName, surname };
}

/** A form after one of its buttons changed it. */
export interface MusicEdit {
  answers: MusicAnswers;
  /** A panel to open (its key) or to close, with everything else staying as it is. */
  opened?: string;
  closed?: string;
  /** The id of the track to open, the others being folded; empty to fold them all. */
  track?: string;
  /** The name of the field, or the id of the element, that takes the focus. */
  focus?: string;
  /** What happened, for everyone who cannot see it. */
  announcement?: string;
  /** A question to answer before anything changes. */
  question?: { intent: string; text: string; yes: string; no: string };
}

/** The key of the panel with the contributors, or with the clips, of a track. */
export function panelKey(panel: "contributors" | "clips", trackId: string): string {
  return `${panel}:${trackId}`;
}
