import { useHydrated } from "../use-hydrated";
import styles from "./player.module.css";
import { PlaybackError, PlayerControls } from "./player-controls";
import { usePlayer } from "./use-player";

interface AudioPreviewProps {
  src: string;
  /** The name of the sound, such as the track's title. */
  label: string;
  /** Its length in seconds, if known; then one can seek before it is loaded. */
  seconds?: number;
  /** Loudness over its length in whole percent of full scale, if known. */
  waveform?: readonly number[];
}

/**
 * Plays a sound, by the browser's controls until the scripts are loaded, then by ours. Nothing is loaded
 * before it is played, and it pauses when another one plays.
 */
export function AudioPreview({ src, label, seconds, waveform }: AudioPreviewProps) {
  const scripted = useHydrated();
  const player = usePlayer(src, seconds);
  return (
    <div className={styles.preview}>
      <audio
        {...player.element}
        controls={!scripted}
        aria-label={label}
        className={styles.native}
      />
      {scripted && <PlayerControls player={player} label={label} waveform={waveform} />}
      <PlaybackError player={player} />
    </div>
  );
}
