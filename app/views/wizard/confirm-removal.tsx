import { useEffect, useRef } from "react";
import { Button } from "~/components/controls";
import styles from "./confirm-removal.module.css";
import { useMusicPage } from "./music-page-context";

interface EditQuestionProps {
  /** Whether a question with this intent is asked here. */
  isHere: (question: NonNullable<ReturnType<typeof useMusicPage>["question"]>) => boolean;
  /** What gets the focus back once it is answered, as a selector. */
  back: string;
}

/** Asks before a button takes something away that was typed or sent. */
export function ConfirmRemoval({ isHere, back }: EditQuestionProps) {
  const { question } = useMusicPage();
  const current = question && isHere(question) ? question : undefined;
  const wasAsked = useRef(false);
  useEffect(() => {
    // The answer's button is gone with the question; without this the focus would be too.
    if (wasAsked.current && !current && document.activeElement === document.body)
      document.querySelector<HTMLElement>(back)?.focus();
    wasAsked.current = current !== undefined;
  }, [current, back]);
  if (!current) return null;
  return (
    <div role="alert" className={styles.question}>
      <p>{current.text}</p>
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value={current.intent}>
          {current.yes}
        </Button>
        <Button type="submit" name="intent" value="update" variant="default">
          {current.no}
        </Button>
      </div>
    </div>
  );
}
