import { createContext, useContext } from "react";
import type { Bulk } from "./use-bulk";
import type { Decisions } from "./use-decisions";
import type { Dock, DockTrack } from "./use-dock";
import type { Presence } from "./use-presence";

/** What stays while one moves from entry to entry. */
export interface Desk extends Bulk, Decisions, Presence {
  dock: Dock;
  /** Whether the player goes on from entry to entry. */
  playsOn: boolean;
  setPlaysOn: (playsOn: boolean) => void;
  /** Plays the track behind another one, or opens the next entry and plays its first. */
  playNext: (track: DockTrack) => void;
  /** Plays a track of the open entry from a moment, in seconds. */
  playAt: (number: number, seconds: number) => void;
  trackAt: (number: number) => DockTrack | undefined;
  setTracks: (tracks: readonly DockTrack[]) => void;
  listQuery: string;
  /** Whether another entry was open before this one. */
  isMoved: () => boolean;
  /** Where an entry stands in the list: "3 of 13". */
  placeOf: (id: string) => string;
}

export const DeskContext = createContext<Desk | undefined>(undefined);

/** @throws Error outside of the desk's route. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("There is no desk around this part of the page");
  return desk;
}
