import { VisuallyHidden } from "@mantine/core";
import { firstReleaseDay } from "~/submission/early-release";
import { TextField } from "../field";
import { useMusicPage } from "./music-page";
import styles from "./release-strategy.module.css";
import { TRACK_TITLE, useTyped } from "./use-typed";

/** The day each single comes out. */
export function WaterfallDates() {
  const { answers, today } = useMusicPage();
  const typed = useTyped(TRACK_TITLE);
  const { tracks, earlyReleaseRequest } = answers;
  const first = firstReleaseDay(earlyReleaseRequest, new Date(today));
  return (
    <div className={styles.dates}>
      {tracks.map(({ id, title }, index) => {
        const at = `tracks[${index}]`;
        return (
          <div key={id} className={styles.date}>
            <TextField
              name={`${at}.releaseDate`}
              label={`Track ${index + 1} comes out on`}
              hint={typed(`${at}.title`, title) || undefined}
              type="date"
              min={first}
              // Above the date, so that the button beside it stays level with it.
              inputWrapperOrder={["label", "description", "error", "input"]}
            />
            {index > 0 && (
              <button
                id={`gap-${id}`}
                type="submit"
                name="intent"
                value={`gap:${id}`}
                className={styles.gap}
              >
                4 weeks after the one before
                <VisuallyHidden> (track {index + 1})</VisuallyHidden>
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
