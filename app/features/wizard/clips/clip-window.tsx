import { type PointerEvent, useRef } from "react";
import {
  type ClipHandle,
  clipHandleAt,
  dragWindow,
  toClipTimes,
  type ClipWindow as Window,
} from "~/domain/clips/clip-drag";
import { CLIP_SECONDS, clipWindow } from "~/domain/clips/clip-length";
import type { ClipTimes } from "~/domain/clips/clip-rules";
import type { Player } from "~/ui/player/use-player";
import { Waveform } from "~/ui/player/waveform";
import styles from "./clips.module.css";

/** The distance in pixels within which a finger takes hold of an end. */
const GRAB_DISTANCE_PX = 22;

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
  time: number;
}

const percentAt = (time: number, seconds: number) =>
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
  function windowAt(time: number): Window {
    const length = window ? window.end - window.start : CLIP_SECONDS.min;
    const start = Math.floor(time);
    return dragWindow({ start, end: start + length }, "all", 0, seconds);
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    const time = secondsAt(event);
    const tolerance = (GRAB_DISTANCE_PX / event.currentTarget.clientWidth) * seconds;
    const grip = window ? clipHandleAt(window, time, tolerance) : "all";
    const isElsewhere = !window || (grip === "all" && (time < window.start || time > window.end));
    const from = isElsewhere ? windowAt(time) : window;
    drag.current = { from, grip, time };
    if (isElsewhere) onTimes(toClipTimes(from));
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const activeDrag = drag.current;
    if (!activeDrag) return;
    onTimes(
      toClipTimes(
        dragWindow(activeDrag.from, activeDrag.grip, secondsAt(event) - activeDrag.time, seconds),
      ),
    );
  }

  const endDrag = () => {
    drag.current = undefined;
  };

  return (
    <div
      className={styles.wave}
      aria-hidden="true"
      data-clip-window
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    >
      <Waveform levels={levels} played={0} />
      {window && (
        <div
          className={styles.window}
          style={{
            left: percentAt(window.start, seconds),
            right: `calc(100% - ${percentAt(window.end, seconds)})`,
          }}
        />
      )}
      {player.playing && (
        <div className={styles.place} style={{ left: percentAt(player.time, seconds) }} />
      )}
    </div>
  );
}
