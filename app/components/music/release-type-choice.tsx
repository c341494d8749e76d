import { releaseTypeNote, releaseTypes } from "~/submission/release-type";
import { useMusicPage } from "./music-page";
import { RadioCards } from "./radio-cards";
import styles from "./release-type-choice.module.css";
import { ResizeQuestion } from "./resize-question";

/** Single, EP or album: it decides how many tracks there are to begin with. */
export function ReleaseTypeChoice() {
  const { releaseType, tracks } = useMusicPage().answers;
  const note = releaseTypeNote(releaseType, tracks.length);
  return (
    <div className={styles.choice}>
      <RadioCards
        name="releaseType"
        legend="Release type"
        options={releaseTypes}
        value={releaseType}
      />
      {/* Tells a type that was just chosen from the one whose tracks stand below. */}
      <input type="hidden" name="shownReleaseType" value={releaseType} readOnly />
      <ResizeQuestion />
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
