import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useMusicPage } from "./music-page";
import styles from "./release-type-choice.module.css";

/** Asks before a smaller release type takes tracks with files away. */
export function ResizeQuestion() {
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
