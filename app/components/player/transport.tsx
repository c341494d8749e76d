import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import { PlayButton } from "./play-button";
import styles from "./player.module.css";
import type { Player } from "./use-player";

/** Play, pause and seek, with the time; and a sentence where it does not play. */
export function Transport({ player, label }: { player: Player; label: string }) {
  const { playing, time, length, play, pause, seek } = player;
  const now = minutesAndSeconds(time);
  const whole = length === undefined ? undefined : minutesAndSeconds(length);
  return (
    <div className={styles.transport}>
      <PlayButton playing={playing} label={label} onPress={() => (playing ? pause() : play())} />
      <input
        type="range"
        className={styles.seek}
        min={0}
        max={Math.max(1, Math.floor(length ?? 0))}
        step={1}
        value={Math.floor(time)}
        // Before anything is loaded its length is unknown, and so is every place in it.
        disabled={length === undefined}
        aria-label={`Position in ${label}`}
        aria-valuetext={whole ? `${now} of ${whole}` : now}
        onChange={(event) => seek(Number(event.currentTarget.value))}
      />
      <span className={styles.time} aria-hidden="true">
        {now}
        {whole && ` / ${whole}`}
      </span>
    </div>
  );
}

/** Why nothing is heard; always in the page, so that it is read out when it comes. */
export function PlaybackError({ player }: { player: Player }) {
  return (
    <p role="status" className={styles.error} data-wrong={player.error ? true : undefined}>
      {player.error}
    </p>
  );
}
