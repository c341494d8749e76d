import { useEffect, useRef } from "react";
import { Button } from "~/components/controls";
import lists from "~/components/lists.module.css";
import { RadioCards } from "~/components/radio-cards";
import { releaseTypeNote, releaseTypes } from "~/submission/music/release-type";
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
      <ResizeQuestion />
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}

/** Asks before a smaller release type takes tracks with files away. */
function ResizeQuestion() {
  const { question } = useMusicPage();
  const asked = useRef(false);
  useEffect(() => {
    // The answer's button is gone with the question; without this the focus would be too.
    if (asked.current && !question && document.activeElement === document.body)
      document.querySelector<HTMLElement>('input[name="releaseType"]:checked')?.focus();
    asked.current = question !== undefined;
  }, [question]);
  if (!question) return null;
  return (
    <div role="alert" className={styles.question}>
      <p>{question.text}</p>
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value={question.intent}>
          {question.yes}
        </Button>
        <Button type="submit" name="intent" value="update" variant="default">
          {question.no}
        </Button>
      </div>
    </div>
  );
}
