import { createContext, useContext } from "react";
import type { FoundReleases } from "~/domain/catalogue/catalogue-search";
import type { KnownPerson } from "~/domain/submission/music/known-people";
import type { ArtistNames } from "~/domain/submission/music/music-edit";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import type { NearDate } from "~/domain/submission/music/next-date";
import type { FileView } from "~/domain/uploads/upload";
import { hex } from "~/platform/formats/hex";
import type { ShownAdvice } from "./advice/shown-advice";

/** The state that the sections of the music step share, besides the fields. */
export interface MusicPage {
  /** The answers as last edited or saved; current input is in the fields. */
  answers: MusicAnswers;
  files: readonly FileView[];
  /** Keys of open panels: see `panelKey`. */
  opened: ReadonlySet<string>;
  artist: ArtistNames;
  /** The contributors of the artist's last release. */
  usual: readonly KnownPerson[];
  /** What stores may reject, in the answers as they were saved when the page was loaded. */
  advice: readonly ShownAdvice[];
  /** The id of the open track; the others are folded. */
  openTrack: string | undefined;
  /** Opens a track and folds the open one; undefined only folds. */
  showTrack: (id: string | undefined) => void;
  /** The audio slots that currently have a file, stored or being uploaded. */
  filledSlots: () => ReadonlySet<string>;
  /** YYYY-MM-DD: the day from which early release dates are counted; changes at midnight. */
  today: string;
  /** The release date as saved, if it is too near by now. */
  near: NearDate | undefined;
  /** What the last edit has done, to be shown above the tracks. */
  notice?: string | undefined;
  /** A confirmation to answer before the form changes. */
  question?: { intent: string; text: string; yes: string; no: string };
  /** The result of a catalogue search without script. */
  found?: FoundReleases;
}

export const MusicPageContext = createContext<MusicPage | undefined>(undefined);

/** An id for a track that is added on this page. */
export const newTrackId = () => `track-${hex(crypto.getRandomValues(new Uint8Array(4)))}`;

/**
 * The shared state of the music step.
 * @throws Error outside of the music step.
 */
export function useMusicPage(): MusicPage {
  const page = useContext(MusicPageContext);
  if (!page) throw new Error("Only the music step has tracks");
  return page;
}
