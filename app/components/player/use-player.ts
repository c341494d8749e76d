import { type RefObject, useEffect, useRef, useState } from "react";

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

interface Sounding {
  pause: () => void;
}

let playing: Sounding | undefined;

/** Pauses any other sound of the page that is playing. */
export function pauseOthers(sound: Sounding): void {
  if (playing !== sound) playing?.pause();
  playing = sound;
}

/** Releases a sound, so that a player that has left the page is not kept in memory. */
export function releasePlayback(sound: Sounding): void {
  if (playing === sound) playing = undefined;
}

/** A range of the sound in seconds, identified by its key. */
export interface AudioRange {
  key: string;
  start: number;
  end: number;
}

/** A sound on the page: its state, and the functions that control it. Times are in seconds. */
export interface Player {
  audio: RefObject<HTMLAudioElement>;
  /** Props of the audio element, besides its ref and src. */
  events: ReturnType<typeof eventsOf>;
  playing: boolean;
  /** The key of the range that is being played alone, if any. */
  stretch: string | undefined;
  time: number;
  length: number | undefined;
  error: string | undefined;
  /** Plays on from the current position, or one range from start to end. */
  play: (stretch?: AudioRange) => void;
  pause: () => void;
  seek: (time: number) => void;
}

/** The event handlers of an audio element. */
function eventsOf(on: {
  change: (audio: HTMLAudioElement) => void;
  loaded: (audio: HTMLAudioElement) => void;
  failed: (audio: HTMLAudioElement) => void;
}) {
  const tell = (event: { currentTarget: HTMLAudioElement }) => on.change(event.currentTarget);
  return {
    onPlay: tell,
    onPause: tell,
    onEnded: tell,
    onSeeked: tell,
    onTimeUpdate: tell,
    onDurationChange: tell,
    onLoadedMetadata: (event: { currentTarget: HTMLAudioElement }) =>
      on.loaded(event.currentTarget),
    onError: (event: { currentTarget: HTMLAudioElement }) => on.failed(event.currentTarget),
  };
}

/**
 * Plays one sound. Nothing is loaded before it is played, and only one sound of the page plays at a time.
 * @param src the address of the sound; a new one resets the player.
 * @param seconds its length, if known.
 */
export function usePlayer(src: string | undefined, seconds?: number): Player {
  const audio = useRef<HTMLAudioElement>(null);
  const from = useRef<number>();
  // A ref beside the state, since the end may be reached before the state is rendered.
  const only = useRef<AudioRange>();
  const [playing, setPlaying] = useState(false);
  const [stretch, setStretch] = useState<string>();
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(seconds);
  const [error, setError] = useState<string>();
  const [lastSrc, setLastSrc] = useState(src);
  if (src !== lastSrc) {
    setLastSrc(src);
    setPlaying(false);
    setStretch(undefined);
    setTime(0);
    setLength(seconds);
    setError(undefined);
  }

  function playOnly(onlyStretch: AudioRange | undefined): void {
    only.current = onlyStretch;
    setStretch(onlyStretch?.key);
  }

  function show(it: HTMLAudioElement): void {
    if (!it.paused) pauseOthers(it);
    setPlaying(!it.paused);
    // A pending seek counts as the current position.
    setTime(from.current ?? it.currentTime);
    if (Number.isFinite(it.duration)) setLength(it.duration);
    stopAtEnd(it);
  }

  function stopAtEnd(it: HTMLAudioElement): void {
    if (!only.current || it.paused || it.currentTime < only.current.end) return;
    it.pause();
    it.currentTime = only.current.end;
    playOnly(undefined);
  }

  function goTo(it: HTMLAudioElement, place: number): void {
    setTime(place);
    // Before its metadata is loaded, some browsers forget a seek.
    if (it.readyState < it.HAVE_METADATA) from.current = place;
    else it.currentTime = place;
  }

  useEffect(() => {
    const it = audio.current;
    // The native controls may have started it before the scripts were loaded.
    if (src && it && !it.paused) setPlaying(true);
    return () => {
      // An element that has left the page would play on.
      it?.pause();
      if (it) releasePlayback(it);
      only.current = from.current = undefined;
    };
  }, [src]);
  useFrames(playing && stretch !== undefined, () => audio.current && stopAtEnd(audio.current));

  return {
    audio,
    playing,
    stretch,
    time,
    length,
    error,
    events: eventsOf({
      change: show,
      loaded: (it) => {
        if (from.current !== undefined) it.currentTime = from.current;
        from.current = undefined;
        show(it);
      },
      failed: (it) => {
        setPlaying(false);
        setError(playbackErrorText(it.error));
      },
    }),
    play: (newStretch) => {
      const it = audio.current;
      if (!it) return;
      setError(undefined);
      playOnly(newStretch);
      if (it.error) it.load();
      if (newStretch) goTo(it, newStretch.start);
      it.play().catch((reason: unknown) => {
        if (isInterruption(reason)) return;
        setError(playbackErrorText(reason instanceof Error ? reason : null));
      });
    },
    pause: () => {
      audio.current?.pause();
      playOnly(undefined);
    },
    seek: (place) => {
      playOnly(undefined);
      if (audio.current) goTo(audio.current, place);
    },
  };
}

/** Calls `callback` with every frame while `active`; the audio's own events come four times a second. */
function useFrames(active: boolean, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
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
