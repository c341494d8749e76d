import { VisuallyHidden } from "~/components/controls";
import { TextField } from "~/components/field";
import { firstReleaseDay } from "~/submission/music/early-release";
import type { Track } from "~/submission/music/track";
import { useMusicPage } from "../music-page";
import styles from "./single-date.module.css";

/** The day on which a single of a waterfall comes out; in sight also while its track is folded. */
export function SingleDate({ track, index }: { track: Track; index: number }) {
  const { answers, today } = useMusicPage();
  const { id } = track;
  return (
    <div className={styles.date}>
      <TextField
        name={`tracks[${index}].releaseDate`}
        label={`Track ${index + 1} comes out on`}
        type="date"
        min={firstReleaseDay(answers.earlyReleaseRequest, new Date(today))}
        // Above the date, so that the button beside it stays level with it.
        inputWrapperOrder={["label", "description", "error", "input"]}
      />
      <button
        id={`gap-${id}`}
        type="submit"
        name="intent"
        value={index === 0 ? "space" : `gap:${id}`}
        className={styles.gap}
      >
        {index === 0 ? "The others every 6 weeks from here" : "4 weeks after the one before"}
        {index > 0 && <VisuallyHidden> (track {index + 1})</VisuallyHidden>}
      </button>
    </div>
  );
}
