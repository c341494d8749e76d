import { VisuallyHidden } from "@mantine/core";
import styles from "./track-buttons.module.css";

/** The buttons that move or remove a track. */
export function TrackButtons({ id, index, count }: { id: string; index: number; count: number }) {
  const about = <VisuallyHidden> track {index + 1}</VisuallyHidden>;
  // The buttons stay at the edges of the list, so that the focus is not lost.
  return (
    <div className={styles.buttons}>
      <button
        id={`move-up-${id}`}
        type="submit"
        name="intent"
        value={`move-up:${id}`}
        aria-disabled={index === 0 || undefined}
        className={styles.button}
      >
        <Arrow up />
        Move up{about}
      </button>
      <button
        id={`move-down-${id}`}
        type="submit"
        name="intent"
        value={`move-down:${id}`}
        aria-disabled={index === count - 1 || undefined}
        className={styles.button}
      >
        <Arrow />
        Move down{about}
      </button>
      <button
        id={`remove-${id}`}
        type="submit"
        name="intent"
        value={`remove-track:${id}`}
        className={styles.button}
        data-remove
      >
        Remove{about}
      </button>
    </div>
  );
}

function Arrow({ up }: { up?: boolean }) {
  return (
    <svg
      viewBox="0 0 12 12"
      className={styles.arrow}
      data-up={up || undefined}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M6 1.5v9M2 6.5l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
