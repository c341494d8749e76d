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
/** The page of the newest render, for listeners that outlive a render. */
type Newest = MutableRefObject<MusicPage>;

/** Milliseconds without input before the folded lines are updated. */
const REST = 250;

/** The tracks as currently typed. */
function tracksIn(list: Element | null, { answers, today }: MusicPage): Track[] {
  const form = list?.closest("form");
  if (!form) return answers.tracks;
  return readMusic(readFormValues(form), answers, new Date(today)).tracks;
}

/** The tracks as typed, debounced, for the folded lines. */
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

/** The id of the track whose card contains an element. */
const trackOf = (element: Element | undefined) =>
  element?.closest<HTMLElement>("[data-track]")?.dataset.track;

/** Opens and folds tracks by a press on their line, which keeps its place on the screen. */
function usePressedLines(list: List, newest: Newest): void {
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const line = event.target instanceof Element ? event.target.closest("summary") : undefined;
      if (!line?.matches("[data-track] > details > summary")) return;
      event.preventDefault();
      const { openTrack, showTrack } = newest.current;
      const id = trackOf(line);
      // The folding track may be above the pressed line.
      preserveScroll(line, () => showTrack(id === openTrack ? undefined : id));
    };
    const at = list.current;
    at?.addEventListener("click", press);
    return () => at?.removeEventListener("click", press);
  }, [list, newest]);
}

/**
 * When the focus leaves a finished track, folds it and opens the next unfinished one. Waits while a pointer
 * is down, so that nothing moves under a press.
 */
function useFoldBehind(list: List, newest: Newest): void {
  useEffect(() => {
    let focusedTrackId: string | undefined;
    let pressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pending: (() => void) | undefined;
    const leave = () => {
      // After the press has been handled, which may have opened another track.
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
 * Keeps one track of the list open at a time.
 * @returns the tracks as typed, for the folded lines.
 */
export function useOpenTrack(list: List): readonly Track[] {
  const page = useMusicPage();
  const newest = useRef(page);
  useEffect(() => {
    newest.current = page;
  });
  usePressedLines(list, newest);
  useFoldBehind(list, newest);
  // Keeps what was opened or folded before hydration.
  useOnMount(() => {
    const open = list.current ? trackOf(findOpenDetails(list.current)) : undefined;
    if (page.answers.tracks.length > 1 && open !== (page.openTrack || undefined))
      page.showTrack(open);
  });
  return useTracksAsTyped(list, newest) ?? page.answers.tracks;
}
