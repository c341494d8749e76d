import { type MutableRefObject, type RefObject, useEffect, useRef, useState } from "react";
import { useValuesReplaced } from "~/components/field";
import { findOpenDetails, readFormValues } from "~/components/form-dom";
import { preserveScroll } from "~/components/preserve-scroll";
import { useOnMount } from "~/components/use-on-change";
import { readMusic } from "~/submission/music/read-music";
import type { Track } from "~/submission/music/track";
import { isFinished, nextUnfinished } from "~/submission/music/track-summary";
import { type MusicPage, useMusicPage } from "../music-page-context";

type List = RefObject<HTMLElement>;
/** The page as of the newest render, for what listens through many of them. */
type Newest = MutableRefObject<MusicPage>;

/** How long typing rests before the folded lines follow it, in milliseconds. */
const REST = 250;

/** The tracks as their fields stand in the page right now. */
function tracksIn(list: Element | null, { answers, today }: MusicPage): Track[] {
  const form = list?.closest("form");
  if (!form) return answers.tracks;
  return readMusic(readFormValues(form), answers, new Date(today)).tracks;
}

/** The tracks as typed, a moment after the last key; what stands in their folded lines. */
function useTracksAsTyped(list: List, newest: Newest): readonly Track[] | undefined {
  const [typedTracks, setTypedTracks] = useState<readonly Track[]>();
  useValuesReplaced(() => setTypedTracks(undefined));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTypedTracks(tracksIn(list.current, newest.current)), REST);
    };
    const at = list.current;
    at?.addEventListener("input", hear);
    return () => {
      clearTimeout(timer);
      at?.removeEventListener("input", hear);
    };
  }, [list, newest]);
  return typedTracks;
}

/** The track whose card holds an element. */
const trackOf = (element: Element | undefined) =>
  element?.closest<HTMLElement>("[data-track]")?.dataset.track;

/** Opens and folds tracks by their lines, each of which stays under the finger that pressed it. */
function usePressedLines(list: List, newest: Newest): void {
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const line = event.target instanceof Element ? event.target.closest("summary") : undefined;
      if (!line?.matches("[data-track] > details > summary")) return;
      event.preventDefault();
      const { openTrack, showTrack } = newest.current;
      const id = trackOf(line);
      // The track that folds may stand above it.
      preserveScroll(line, () => showTrack(id === openTrack ? undefined : id));
    };
    const at = list.current;
    at?.addEventListener("click", press);
    return () => at?.removeEventListener("click", press);
  }, [list, newest]);
}

/**
 * Folds the open track once the artist has moved on from it and nothing of it is missing, and opens
 * the next that misses something. Only when the focus has gone elsewhere and no finger is down, so
 * that nothing moves away from under a press.
 */
function useFoldBehind(list: List, newest: Newest): void {
  useEffect(() => {
    let focusedTrackId: string | undefined;
    let pressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pending: (() => void) | undefined;
    const leave = () => {
      // A press has done its own first: it may have opened another track.
      if (!pressed) timer = setTimeout(() => pending?.(), 0);
    };
    const moveOn = (id: string, to: Element) => {
      pending = undefined;
      const { openTrack, showTrack, filledSlots } = newest.current;
      const tracks = tracksIn(list.current, newest.current);
      const slots = filledSlots();
      if (openTrack !== id || tracks.length < 2 || !isFinished(tracks, slots, id)) return;
      preserveScroll(to, () => showTrack(nextUnfinished(tracks, slots, id)));
    };
    const focus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest("dialog")) return;
      const { openTrack } = newest.current;
      const id = focusedTrackId;
      if (openTrack && trackOf(target) === openTrack) {
        focusedTrackId = openTrack;
        pending = undefined;
      } else if (id && list.current?.closest("form")?.contains(target)) {
        focusedTrackId = undefined;
        pending = () => moveOn(id, target);
        leave();
      }
    };
    const down = () => {
      pressed = true;
    };
    const up = () => {
      pressed = false;
      leave();
    };
    document.addEventListener("focusin", focus);
    document.addEventListener("pointerdown", down, true);
    document.addEventListener("pointerup", up, true);
    document.addEventListener("pointercancel", up, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("pointerdown", down, true);
      document.removeEventListener("pointerup", up, true);
      document.removeEventListener("pointercancel", up, true);
    };
  }, [list, newest]);
}

/**
 * Has one track of the list open at a time.
 * @returns the tracks as typed, for the lines of those that are folded.
 */
export function useOpenTrack(list: List): readonly Track[] {
  const page = useMusicPage();
  const newest = useRef(page);
  useEffect(() => {
    newest.current = page;
  });
  usePressedLines(list, newest);
  useFoldBehind(list, newest);
  // What was opened or folded before the scripts came stays so.
  useOnMount(() => {
    const open = list.current ? trackOf(findOpenDetails(list.current)) : undefined;
    if (page.answers.tracks.length > 1 && open !== (page.openTrack || undefined))
      page.showTrack(open);
  });
  return useTracksAsTyped(list, newest) ?? page.answers.tracks;
}
