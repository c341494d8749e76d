import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

const UNREADABLE = "Unable to play audio file. Please check the file format.";
const BLOCKED = "Audio playback blocked by browser. Please click the play button to allow audio.";
const UNSUPPORTED = "Audio format not supported by your browser.";
const OTHER = "Unable to play audio. Please try again.";

const TEXTS = new Map([
  ["EncodingError", UNREADABLE],
  ["NotAllowedError", BLOCKED],
  ["NotSupportedError", UNSUPPORTED],
]);

// Constants of MediaError, which does not exist on the server.
const DECODE = 3;
const SRC_NOT_SUPPORTED = 4;

/**
 * The text for a playback error (specification, wizard, section 8).
 * @param error what `play()` was rejected with, or the `error` of an audio element.
 */
export function playbackErrorText(error: { name?: string; code?: number } | null): string {
  // Only a MediaError has no name; the codes of a DOMException mean something else.
  if (error?.name !== undefined) return TEXTS.get(error.name) ?? OTHER;
  if (error?.code === DECODE) return UNREADABLE;
  return error?.code === SRC_NOT_SUPPORTED ? UNSUPPORTED : OTHER;
}

/** Whether `play()` was only interrupted, by a pause or by another file. */
export function isInterruption(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

interface Pausable {
  pause: () => void;
}

let playing: Pausable | undefined;

/** Pauses any other sound of the page that is playing. */
export function pauseOthers(sound: Pausable): void {
  if (playing !== sound) playing?.pause();
  playing = sound;
}

/** Releases a sound, so that a player that has left the page is not kept in memory. */
export function releasePlayback(sound: Pausable): void {
  if (playing === sound) playing = undefined;
}

/** A range of the sound in seconds, identified by its key. */
interface AudioRange {
  key: string;
  start: number;
  end: number;
}

/** A sound on the page: its state, and the functions that control it. Times are in seconds. */
export interface Player {
  element: Pick<React.ComponentPropsWithRef<"audio">, "ref" | "src" | "preload"> &
    ReturnType<typeof createEvents>;
  playing: boolean;
  /** The key of the range that is being played alone, if any. */
  range: string | undefined;
  time: number;
  length: number | undefined;
  error: string | undefined;
  /** Plays on from the current position, or one range from start to end. */
  play: (range?: AudioRange) => void;
  pause: () => void;
  seek: (time: number) => void;
}

function createEvents(handlers: {
  change: (audio: HTMLAudioElement) => void;
  loaded: (audio: HTMLAudioElement) => void;
  failed: (audio: HTMLAudioElement) => void;
}) {
  const handleChange = (event: { currentTarget: HTMLAudioElement }) =>
    handlers.change(event.currentTarget);
  return {
    onPlay: handleChange,
    onPause: handleChange,
    onEnded: handleChange,
    onSeeked: handleChange,
    onTimeUpdate: handleChange,
    onDurationChange: handleChange,
    onLoadedMetadata: (event: { currentTarget: HTMLAudioElement }) =>
      handlers.loaded(event.currentTarget),
    onError: (event: { currentTarget: HTMLAudioElement }) => handlers.failed(event.currentTarget),
  };
}

/** A file of this page. Chromium would load it at once, all of it, whatever `preload` says. */
const isOfPage = (src: string | undefined) => src?.startsWith("blob:") ?? false;

/** The range that is played alone, which stops the sound at its end. */
function useActiveRange(audio: RefObject<HTMLAudioElement>, playing: boolean) {
  // A ref beside the state, since the end may be reached before the state is rendered.
  const activeRange = useRef<AudioRange>();
  const [range, setRange] = useState<string>();

  function setActiveRange(nextRange: AudioRange | undefined): void {
    activeRange.current = nextRange;
    setRange(nextRange?.key);
  }

  function stopAtEnd(element: HTMLAudioElement): void {
    if (!activeRange.current || element.paused || element.currentTime < activeRange.current.end)
      return;
    element.pause();
    element.currentTime = activeRange.current.end;
    setActiveRange(undefined);
  }

  useFrames(playing && range !== undefined, () => audio.current && stopAtEnd(audio.current));
  return { activeRange, range, setRange, setActiveRange, stopAtEnd };
}

/**
 * Plays one sound. Nothing is loaded before it is played, and only one sound of the page plays at a time.
 * @param src the address of the sound; a new one resets the player.
 * @param seconds its length, if known.
 */
export function usePlayer(src: string | undefined, seconds?: number): Player {
  const audio = useRef<HTMLAudioElement>(null);
  const pendingSeek = useRef<number>();
  const [playing, setPlaying] = useState(false);
  const { activeRange, range, setRange, setActiveRange, stopAtEnd } = useActiveRange(
    audio,
    playing,
  );
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(seconds);
  const [error, setError] = useState<string>();
  const [playedSrc, setPlayedSrc] = useState<string>();
  const [lastSrc, setLastSrc] = useState(src);
  if (src !== lastSrc) {
    setLastSrc(src);
    setPlaying(false);
    setRange(undefined);
    setTime(0);
    setLength(seconds);
    setError(undefined);
  }

  function updateState(element: HTMLAudioElement): void {
    if (!element.paused) pauseOthers(element);
    setPlaying(!element.paused);
    // A pending seek counts as the current position.
    setTime(pendingSeek.current ?? element.currentTime);
    if (Number.isFinite(element.duration)) setLength(element.duration);
    stopAtEnd(element);
  }

  function seekTo(element: HTMLAudioElement, position: number): void {
    setTime(position);
    // Before its metadata is loaded, some browsers forget a seek.
    if (element.readyState < element.HAVE_METADATA) pendingSeek.current = position;
    else element.currentTime = position;
  }

  useEffect(() => {
    const element = audio.current;
    // The native controls may have started it before the scripts were loaded.
    if (src && element && !element.paused) setPlaying(true);
    return () => {
      // An element that has left the page would play on.
      element?.pause();
      if (element) releasePlayback(element);
      // Without an address it keeps the sound that it had before.
      if (element && !element.hasAttribute("src")) element.load();
      activeRange.current = pendingSeek.current = undefined;
    };
  }, [src, activeRange]);

  return {
    element: {
      ref: audio,
      src: isOfPage(src) && playedSrc !== src ? undefined : src,
      preload: "none",
      ...createEvents({
        change: updateState,
        loaded: (element) => {
          if (pendingSeek.current !== undefined) element.currentTime = pendingSeek.current;
          pendingSeek.current = undefined;
          updateState(element);
        },
        failed: (element) => {
          setPlaying(false);
          setError(playbackErrorText(element.error));
        },
      }),
    },
    playing,
    range,
    time,
    length: length ?? seconds,
    error,
    play: (nextRange) => {
      const element = audio.current;
      if (!element) return;
      setError(undefined);
      // At once: browsers play only while they handle the press.
      flushSync(() => setPlayedSrc(src));
      setActiveRange(nextRange);
      if (element.error) element.load();
      if (nextRange) seekTo(element, nextRange.start);
      element.play().catch((reason: unknown) => {
        if (isInterruption(reason)) return;
        setError(playbackErrorText(reason instanceof Error ? reason : null));
      });
    },
    pause: () => {
      audio.current?.pause();
      setActiveRange(undefined);
    },
    seek: (position) => {
      setActiveRange(undefined);
      if (audio.current) seekTo(audio.current, position);
    },
  };
}

/** Calls `callback` with every frame while `active`; the audio's own events come four times a second. */
function useFrames(active: boolean, callback: () => void): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    if (!active) return;
    let frame = 0;
    const next = () => {
      latest.current();
      frame = requestAnimationFrame(next);
    };
    frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  }, [active]);
}
