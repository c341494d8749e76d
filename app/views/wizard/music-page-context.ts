import { createContext, useContext } from "react";
import type { FoundReleases } from "~/catalogue/catalogue-search";
import { hex } from "~/platform/formats/hex";
import type { ArtistNames } from "~/submission/music/music-edit";
import type { MusicAnswers } from "~/submission/music/music-step";
import type { PreviousContributor } from "~/submission/music/previous-contributor";
import type { FileView } from "~/uploads/upload";

/** What the sections of the music step share beside the fields themselves. */
export interface MusicPage {
  /** The answers as last edited or saved; what is being typed lives in the fields. */
  answers: MusicAnswers;
  /** What the slots hold already. */
  files: readonly FileView[];
  /** Keys of the panels that are open: see `panelKey`. */
  opened: ReadonlySet<string>;
  artist: ArtistNames;
  /** Who was credited on the artist's last release. */
  usual: readonly PreviousContributor[];
  /** The id of the track that is open, the others being folded to a line each. */
  openTrack: string | undefined;
  /** Opens a track instead of the one that is open, or folds that one. */
  showTrack: (id: string | undefined) => void;
  /** The slots of tracks' audio that hold a file as of now, stored or on its way. */
  filledSlots: () => ReadonlySet<string>;
  /** YYYY-MM-DD: the day from which dates are early; it goes on at midnight. */
  today: string;
  /** A question to answer before the form changes. */
  question?: { intent: string; text: string; yes: string; no: string };
  /** Releases that a search without script has found, and why it found none. */
  found?: FoundReleases;
}

export const MusicPageContext = createContext<MusicPage | undefined>(undefined);

/** An id for a track that a button, or a file, adds in this page. */
export const newTrackId = () => `track-${hex(crypto.getRandomValues(new Uint8Array(4)))}`;

/**
 * What the sections of the music step share.
 * @throws Error outside of the music step.
 */
export function useMusicPage(): MusicPage {
  const page = useContext(MusicPageContext);
  if (!page) throw new Error("Only the music step has tracks");
  return page;
}
