import { useHydrated } from "../use-hydrated";
import styles from "./player.module.css";
import { PlaybackError, PlayerControls } from "./player-controls";
import { usePlayer } from "./use-player";

interface AudioPreviewProps {
  src: string;
  /** What is heard, such as the track's title. */
  label: string;
  /** Its length in seconds where that is known, so that one can seek before it is loaded. */
  seconds?: number;
  /** How loud it is over its length, where that is known: in whole percents of full scale. */
  waveform?: readonly number[];
}

/**
 * Plays a sound: by the browser's own controls until the scripts are there, then by ours. Nothing
 * is loaded before it is asked for, and it falls silent when another one plays.
 */
export function AudioPreview({ src, label, seconds, waveform }: AudioPreviewProps) {
  const scripted = useHydrated();
  const player = usePlayer(src, seconds);
  return (
    <div className={styles.preview}>
      <audio
        ref={player.audio}
        src={src}
        preload="none"
        controls={!scripted}
        aria-label={label}
        className={styles.native}
        {...player.events}
      />
      {scripted && <PlayerControls player={player} label={label} waveform={waveform} />}
      <PlaybackError player={player} />
    </div>
  );
}
