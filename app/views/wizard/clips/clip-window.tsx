import { type PointerEvent, useRef } from "react";
import {
  type ClipHandle,
  clipHandleAt,
  dragWindow,
  timesOf,
  type ClipWindow as Window,
} from "~/clips/clip-drag";
import { CLIP_SECONDS, clipWindow } from "~/clips/clip-length";
import type { ClipTimes } from "~/clips/clip-rules";
import type { Player } from "~/components/player/use-player";
import { Waveform } from "~/components/player/waveform";
import styles from "./clips.module.css";

/** The distance in pixels within which a finger takes hold of an end. */
const REACH = 22;

interface ClipWindowProps {
  times: ClipTimes;
  levels: readonly number[];
  /** Length of the track in seconds. */
  seconds: number;
  player: Player;
  onTimes: (times: ClipTimes) => void;
}

/** A drag: the window at its start, the handle, and the time at the pointer. */
interface Drag {
  from: Window;
  grip: ClipHandle;
  at: number;
}

const part = (time: number, seconds: number) =>
  `${Math.min(100, Math.max(0, (100 * time) / seconds))}%`;

/**
 * The clip as a window on the track's waveform, dragged by its ends or as a whole; a press elsewhere moves it
 * there. Hidden from screen readers, since the time fields do the same.
 */
export function ClipWindow({ times, levels, seconds, player, onTimes }: ClipWindowProps) {
  const drag = useRef<Drag>();
  const window = clipWindow(times);

  function secondsAt({ clientX, currentTarget }: PointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    return ((clientX - left) / width) * seconds;
  }

  /** The window moved to a time, with its length, or the default one. */
  function windowAt(at: number): Window {
    const length = window ? window.end - window.start : CLIP_SECONDS.min;
    const start = Math.floor(at);
    return dragWindow({ start, end: start + length }, "all", 0, seconds);
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    const at = secondsAt(event);
    const reach = (REACH / event.currentTarget.clientWidth) * seconds;
    const grip = window ? clipHandleAt(window, at, reach) : "all";
    const isElsewhere = !window || (grip === "all" && (at < window.start || at > window.end));
    const from = isElsewhere ? windowAt(at) : window;
    drag.current = { from, grip, at };
    if (isElsewhere) onTimes(timesOf(from));
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const grab = drag.current;
    if (!grab) return;
    onTimes(timesOf(dragWindow(grab.from, grab.grip, secondsAt(event) - grab.at, seconds)));
  }

  const letGo = () => {
    drag.current = undefined;
  };

  return (
    <div
      className={styles.wave}
      aria-hidden="true"
      data-clip-window
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <Waveform levels={levels} played={0} />
      {window && (
        <div
          className={styles.window}
          style={{
            left: part(window.start, seconds),
            right: `calc(100% - ${part(window.end, seconds)})`,
          }}
        />
      )}
      {player.playing && (
        <div className={styles.place} style={{ left: part(player.time, seconds) }} />
      )}
    </div>
  );
}
