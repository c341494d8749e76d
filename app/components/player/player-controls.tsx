import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import { PlayButton } from "./play-button";
import styles from "./player.module.css";
import type { Player } from "./use-player";
import { Waveform } from "./waveform";

interface PlayerControlsProps {
  player: Player;
  label: string;
  /** How loud the sound is over its length, where that is known: in whole percents of full scale. */
  waveform?: readonly number[];
}

/** Play, pause and seek, with the time: on a line, or on the sound's waveform. */
export function PlayerControls({ player, label, waveform }: PlayerControlsProps) {
  const { playing, time, length, play, pause, seek } = player;
  const now = minutesAndSeconds(time);
  const whole = length === undefined ? undefined : minutesAndSeconds(length);
  return (
    <div className={styles.transport}>
      <PlayButton playing={playing} label={label} onPress={() => (playing ? pause() : play())} />
      <div className={styles.track} data-waveform={waveform !== undefined || undefined}>
        {waveform && <Waveform levels={waveform} played={length ? time / length : 0} />}
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
      </div>
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
