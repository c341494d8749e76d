import styles from "./player.module.css";

interface PlayButtonProps {
  playing: boolean;
  /** The name of the sound, which follows Play or Pause in the button's name. */
  label: string;
  onPress: () => void;
}

/** A play and pause button; its name tells the state. */
export function PlayButton({ playing, label, onPress }: PlayButtonProps) {
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={`${playing ? "Pause" : "Play"} ${label}`}
      onClick={onPress}
    >
      <svg viewBox="0 0 24 24" className={styles.sign} aria-hidden="true">
        {playing ? <path d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" /> : <path d="M8 5l11 7-11 7z" />}
      </svg>
    </button>
  );
}
