import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { AudioFindings } from "~/domain/media/audio-findings";
import { isInterruption, pauseOthers, playbackErrorText } from "~/ui/player/use-player";

/** Louder tracks are turned down to this loudness, in LUFS, so that none wins by being loud. */
const LEVEL = -16;

/** A track as the player needs it. */
export interface DockTrack {
  itemId: string;
  artist: string;
  cover: string | undefined;
  src: string;
  title: string;
  /** Its place in the release, from 1. */
  number: number;
  /** Of all tracks of the release. */
  count: number;
  seconds: number | undefined;
  findings: AudioFindings | undefined;
  /** The same track of the version before, for comparing both by ear. */
  before: { src: string; findings: AudioFindings | undefined } | undefined;
}

export interface Dock {
  audio: RefObject<HTMLAudioElement>;
  track: DockTrack | undefined;
  isPlaying: boolean;
  /** In seconds. */
  time: number;
  length: number;
  /** From 0 to 1. */
  played: number;
  /** In decibels; 0 where nothing is turned down. */
  levelled: number;
  volume: number;
  error: string | undefined;
  /** Whether the version before plays. */
  isBefore: boolean;
  toggle: (track?: DockTrack) => void;
  play: (track: DockTrack, from?: number) => void;
  seek: (seconds: number) => void;
  setVolume: (volume: number) => void;
  /** Goes on with the other version at the same second. */
  compare: (isBefore?: boolean) => void;
  events: React.ComponentPropsWithoutRef<"audio">;
}

/** How much a track is turned down, in decibels. */
function levelOf(findings: AudioFindings | undefined): number {
  const loudness = findings?.loudness;
  return typeof loudness === "number" ? Math.min(0, LEVEL - loudness) : 0;
}

/** The player that stays while one moves from entry to entry. @param onEnded what follows a track. */
export function useDock(onEnded: (track: DockTrack) => void): Dock {
  const audio = useRef<HTMLAudioElement>(null);
  const [track, setTrack] = useState<DockTrack>();
  const [isBefore, setIsBefore] = useState(false);
  const [isPlaying, setIsPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(0);
  const [volume, setVolume] = useState(1);
  const [error, setError] = useState<string>();
  /** Where the next source goes on, once its length is known. */
  const startAt = useRef(0);
  const findings = isBefore ? track?.before?.findings : track?.findings;
  const levelled = levelOf(findings);

  useEffect(() => {
    if (audio.current) audio.current.volume = volume * 10 ** (levelled / 20);
  }, [volume, levelled]);

  const start = () => {
    const element = audio.current;
    if (!element) return;
    pauseOthers(element);
    setError(undefined);
    element.play().catch((reason: unknown) => {
      if (!isInterruption(reason))
        setError(playbackErrorText(reason instanceof Error ? reason : null));
    });
  };
  const load = (next: DockTrack, from: number, isOther = false) => {
    // At once: browsers play only while they handle the press.
    flushSync(() => {
      setTrack(next);
      setIsBefore(isOther);
      setTime(from);
      setLength(next.seconds ?? 0);
    });
    startAt.current = from;
    audio.current?.load();
  };
  const seek = (seconds: number) => {
    const element = audio.current;
    if (!element) return;
    const to = Math.max(0, seconds);
    setTime(to);
    if (element.readyState < element.HAVE_METADATA) startAt.current = to;
    else element.currentTime = to;
  };
  const play = (next: DockTrack, from = 0) => {
    if (next.src === track?.src) seek(from);
    else load(next, from);
    start();
  };
  return {
    ...{ audio, track, isPlaying, time, length, levelled, volume, error, isBefore },
    played: length > 0 ? Math.min(1, time / length) : 0,
    toggle: (next = track) => {
      if (!next) return;
      if (next.src !== track?.src) play(next);
      else if (isPlaying) audio.current?.pause();
      else start();
    },
    ...{ play, seek, setVolume },
    compare: (isOther = !isBefore) => {
      if (!track?.before || isOther === isBefore) return;
      const wasPlaying = isPlaying;
      load(track, time, isOther);
      if (wasPlaying) start();
    },
    events: {
      src: isBefore ? track?.before?.src : track?.src,
      preload: "none",
      onPlay: () => setIsPlaying(true),
      onPause: () => setIsPlaying(false),
      onTimeUpdate: ({ currentTarget }) => setTime(currentTarget.currentTime),
      onLoadedMetadata: ({ currentTarget }) => {
        if (startAt.current > 0) currentTarget.currentTime = startAt.current;
        startAt.current = 0;
        if (Number.isFinite(currentTarget.duration)) setLength(currentTarget.duration);
      },
      onEnded: () => track && onEnded(track),
      onError: ({ currentTarget }) => {
        setIsPlaying(false);
        setError(playbackErrorText(currentTarget.error));
      },
    },
  };
}
