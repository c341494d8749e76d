import lists from "~/components/lists.module.css";
import { RadioCards } from "~/components/radio-cards";
import { releaseTypeNote, releaseTypes } from "~/submission/music/release-type";
import { EditQuestion } from "../edit-question";
import { useMusicPage } from "../music-page";
import styles from "./release-type-choice.module.css";

/** Single, EP or album: it decides how many tracks there are to begin with. */
export function ReleaseTypeChoice() {
  const { releaseType, tracks } = useMusicPage().answers;
  const note = releaseTypeNote(releaseType, tracks.length);
  return (
    <div className={lists.stack}>
      <RadioCards
        name="releaseType"
        legend="Release type"
        options={releaseTypes}
        value={releaseType}
      />
      {/* Tells a type that was just chosen from the one whose tracks stand below. */}
      <input type="hidden" name="shownReleaseType" value={releaseType} />
      <EditQuestion
        isHere={({ intent }) => intent.startsWith("resize:")}
        back='input[name="releaseType"]:checked'
      />
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
