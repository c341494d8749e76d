import type { BulkView } from "./edit-bulk";
import type { MusicAnswers } from "./music-step";
import type { ReleaseType } from "./release-type";

export interface EditContext {
  today: Date;
  /** Slots with a file, stored or pending. */
  slots: ReadonlySet<string>;
  /** The release type that the page shows; a different one in the answers was just chosen. */
  displayedType: ReleaseType;
  /** An id that no track of this draft has had. */
  newId: () => string;
  artist: ArtistNames;
}

/** The artist's names from step 0; empty while unknown. */
export interface ArtistNames {
  artistName: string;
  firstName: string;
  surname: string;
}

export const NO_NAMES: ArtistNames = { artistName: "", firstName: "", surname: "" };

export function namesIn({ artist }: { artist?: ArtistNames | undefined }): ArtistNames {
  const { artistName, firstName, surname } = artist ?? NO_NAMES;
  return { artistName, firstName, surname };
}

export interface MusicEdit {
  answers: MusicAnswers;
  opened?: string;
  closed?: string;
  /** The id of the track to open; empty closes all. */
  track?: string;
  /** The name of the field, or the id of the element, to focus. */
  focus?: string;
  /** What has changed, for screen readers. */
  announcement?: string | undefined;
  /** Whether it is also shown, above the tracks. */
  isShown?: boolean;
  /** Of several tracks at once, where the edit is about them. */
  bulk?: BulkView;
  question?: { intent: string; text: string; yes: string; no: string };
}

export function panelKey(panel: "contributors" | "clips", trackId: string): string {
  return `${panel}:${trackId}`;
}
