import { type MutableRefObject, type RefObject, useEffect, useRef, useState } from "react";
import { readMusic } from "~/domain/submission/music/read-music";
import type { Track } from "~/domain/submission/music/track";
import { isFinished, nextUnfinished } from "~/domain/submission/music/track-summary";
import { useValuesReplaced } from "~/ui/field";
import { findOpenDetails, readFormValues } from "~/ui/form-dom";
import { preserveScroll } from "~/ui/preserve-scroll";
import { useOnMount } from "~/ui/use-on-change";
import { type MusicPage, useMusicPage } from "../music-page-context";

type List = RefObject<HTMLElement>;
/** The page of the newest render, for listeners that outlive a render. */
type LatestPage = MutableRefObject<MusicPage>;

/** Milliseconds without input before the folded lines are updated. */
const TYPING_PAUSE_MS = 250;

/** The tracks as currently typed. */
function readTracks(list: Element | null, { answers, today }: MusicPage): Track[] {
  const form = list?.closest("form");
  if (!form) return answers.tracks;
  return readMusic(readFormValues(form), answers, new Date(today)).tracks;
}

/** The tracks as typed, debounced, for the folded lines. */
function useCurrentTracks(list: List, latestPage: LatestPage): readonly Track[] | undefined {
  const [currentTracks, setCurrentTracks] = useState<readonly Track[]>();
  useValuesReplaced(() => setCurrentTracks(undefined));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleInput = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => setCurrentTracks(readTracks(list.current, latestPage.current)),
        TYPING_PAUSE_MS,
      );
    };
    const element = list.current;
    element?.addEventListener("input", handleInput);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener("input", handleInput);
    };
  }, [list, latestPage]);
  return currentTracks;
}

const findTrackId = (element: Element | undefined) =>
  element?.closest<HTMLElement>("[data-track]")?.dataset.track;

/** Opens and folds tracks by a press on their line, which keeps its place on the screen. */
function useLinePresses(list: List, latestPage: LatestPage): void {
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const line = event.target instanceof Element ? event.target.closest("summary") : undefined;
      if (!line?.matches("[data-track] > details > summary")) return;
      event.preventDefault();
      const { openTrack, showTrack } = latestPage.current;
      const id = findTrackId(line);
      // The folding track may be above the pressed line.
      preserveScroll(line, () => showTrack(id === openTrack ? undefined : id));
    };
    const element = list.current;
    element?.addEventListener("click", handleClick);
    return () => element?.removeEventListener("click", handleClick);
  }, [list, latestPage]);
}

/**
 * When the focus leaves a finished track, folds it and opens the next unfinished one. Waits while a pointer
 * is down, so that nothing moves under a press.
 */
function useFoldFinished(list: List, latestPage: LatestPage): void {
  useEffect(() => {
    let focusedTrackId: string | undefined;
    let isPointerDown = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pending: (() => void) | undefined;
    const runPending = () => {
      // After the press has been handled, which may have opened another track.
      if (!isPointerDown) timer = setTimeout(() => pending?.(), 0);
    };
    const openNext = (id: string, target: Element) => {
      pending = undefined;
      const { openTrack, showTrack, filledSlots } = latestPage.current;
      const tracks = readTracks(list.current, latestPage.current);
      const slots = filledSlots();
      if (openTrack !== id || tracks.length < 2 || !isFinished(tracks, slots, id)) return;
      preserveScroll(target, () => showTrack(nextUnfinished(tracks, slots, id)));
    };
    const handleFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest("dialog")) return;
      const { openTrack } = latestPage.current;
      const id = focusedTrackId;
      if (openTrack && findTrackId(target) === openTrack) {
        focusedTrackId = openTrack;
        pending = undefined;
      } else if (id && list.current?.closest("form")?.contains(target)) {
        focusedTrackId = undefined;
        pending = () => openNext(id, target);
        runPending();
      }
    };
    const handlePointerDown = () => {
      isPointerDown = true;
    };
    const handlePointerUp = () => {
      isPointerDown = false;
      runPending();
    };
    document.addEventListener("focusin", handleFocus);
    document.addEventListener("pointerdown", handlePointerDown, true);
    document.addEventListener("pointerup", handlePointerUp, true);
    document.addEventListener("pointercancel", handlePointerUp, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", handleFocus);
      document.removeEventListener("pointerdown", handlePointerDown, true);
      document.removeEventListener("pointerup", handlePointerUp, true);
      document.removeEventListener("pointercancel", handlePointerUp, true);
    };
  }, [list, latestPage]);
}

/**
 * Keeps one track of the list open at a time.
 * @returns the tracks as typed, for the folded lines.
 */
export function useOpenTrack(list: List): readonly Track[] {
  const page = useMusicPage();
  const latestPage = useRef(page);
  useEffect(() => {
    latestPage.current = page;
  });
  useLinePresses(list, latestPage);
  useFoldFinished(list, latestPage);
  // Keeps what was opened or folded before hydration.
  useOnMount(() => {
    const open = list.current ? findTrackId(findOpenDetails(list.current)) : undefined;
    if (page.answers.tracks.length > 1 && open !== (page.openTrack || undefined))
      page.showTrack(open);
  });
  return useCurrentTracks(list, latestPage) ?? page.answers.tracks;
}
