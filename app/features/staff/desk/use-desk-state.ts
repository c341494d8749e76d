import { useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Desk } from "./desk-context";
import type { QueueData } from "./queue-data";
import { useBulk } from "./use-bulk";
import { useDecisions } from "./use-decisions";
import { type DockTrack, useDock } from "./use-dock";
import { usePresence } from "./use-presence";

/**
 * Loads the list again once nothing else is on its way; a move to another entry that comes between only delays it.
 * @param data of the list, another object whenever it was loaded.
 * @returns what says that something in the list has changed.
 */
function useListReload(data: object): () => void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [changeCount, setChangeCount] = useState(0);
  /** The last load, and the changes until it began. */
  const last = useRef({ data, changeCount: 0, loadedCount: 0 });
  useEffect(() => {
    if (!isIdle) return;
    if (last.current.data !== data) last.current.loadedCount = last.current.changeCount;
    if (last.current.loadedCount === changeCount) return;
    last.current = { ...last.current, data, changeCount };
    revalidate();
  }, [isIdle, changeCount, data, revalidate]);
  return () => setChangeCount((count) => count + 1);
}

/** What stays while one moves from entry to entry: choices, decisions on their way, who is where, and the sound. */
export function useDeskState(data: QueueData, itemId: string | undefined): Desk {
  const { rows, counts, view, query, listQuery, undo, playsNext } = data;
  const navigate = useNavigate();
  const [playsOn, setPlaysOn] = useState(playsNext);
  const [tracks, setTracks] = useState<readonly DockTrack[]>([]);
  /** Whether the first track of the entry that opens next is to play. */
  const playsFirst = useRef(false);
  const moves = useRef(0);
  useEffect(() => {
    if (itemId) moves.current += 1;
  }, [itemId]);
  const bulk = useBulk(rows);
  const decisions = useDecisions(undo, useListReload(data));
  const presence = usePresence(itemId, query);
  const trackAt = (number: number) => tracks.find((track) => track.number === number);
  const openNext = () => {
    const index = rows.findIndex(({ id }) => id === itemId);
    const next = presence.next?.path ?? rows[index + 1]?.path;
    if (!next) return;
    playsFirst.current = true;
    navigate(next, { preventScrollReset: true });
  };
  const playNext = (track: DockTrack) => {
    const next = tracks.find(
      ({ number, itemId: of }) => of === track.itemId && number > track.number,
    );
    if (next) dock.play(next);
    else openNext();
  };
  const dock = useDock((track) => {
    const isLast = !tracks.some(({ number }) => number > track.number);
    if (!isLast || playsOn) playNext(track);
  });
  return {
    ...bulk,
    ...decisions,
    ...presence,
    decide: (decision, nextPath) => {
      playsFirst.current = playsOn;
      bulk.closeBulkNotice();
      decisions.decide(decision, nextPath);
    },
    dock,
    playsOn,
    setPlaysOn,
    playNext,
    trackAt,
    playAt: (number, seconds) => {
      const track = trackAt(number);
      if (track) dock.play(track, seconds);
    },
    setTracks: (next) => {
      setTracks(next);
      const [first] = next;
      if (playsFirst.current && first) dock.play(first);
      playsFirst.current = false;
    },
    listQuery,
    isMoved: useCallback(() => moves.current > 0, []),
    placeOf: (id) => {
      const index = rows.findIndex((row) => row.id === id);
      if (index < 0 || data.before) return "";
      const total = counts.views[view];
      const isWhole = (query === "" || query === `view=${view}`) && total < counts.mostOfView;
      return isWhole ? `${index + 1} of ${total}` : `${index + 1}`;
    },
  };
}
