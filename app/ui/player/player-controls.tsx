import { Text } from "@mantine/core";
import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import { PlayButton } from "./play-button";
import styles from "./player.module.css";
import type { Player } from "./use-player";
import { Waveform } from "./waveform";

interface PlayerControlsProps {
  player: Player;
  label: string;
  /** Loudness over the length of the sound in whole percent of full scale, if known. */
  waveform?: readonly number[];
}

/** Play, pause and seek, with the time: on a line, or on the waveform of the sound. */
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
          // The length is unknown before the sound is loaded.
          disabled={length === undefined}
          aria-label={`Position in ${label}`}
          aria-valuetext={whole ? `${now} of ${whole}` : now}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
      </div>
      <Text span size="sm" c="dimmed" flex="none" aria-hidden="true">
        {now}
        {whole && ` / ${whole}`}
      </Text>
    </div>
  );
}

/** The error of a player. Always in the page, so that screen readers announce it. */
export function PlaybackError({ player }: { player: Player }) {
  return (
    <Text
      role="status"
      size="sm"
      fw={600}
      c="var(--bad)"
      data-wrong={player.error ? true : undefined}
    >
      {player.error}
    </Text>
  );
}
