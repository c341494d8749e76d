import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import styles from "./confirm-removal.module.css";
import { useMusicPage } from "./music-page-context";

interface ConfirmRemovalProps {
  /** Whether a question is asked at this place. */
  isAskedHere: (question: NonNullable<ReturnType<typeof useMusicPage>["question"]>) => boolean;
  /** The selector of the element that gets the focus after the answer. */
  focusSelector: string;
}

/** Asks for confirmation before a button removes input or files. */
export function ConfirmRemoval({ isAskedHere, focusSelector }: ConfirmRemovalProps) {
  const { question } = useMusicPage();
  const current = question && isAskedHere(question) ? question : undefined;
  const wasAsked = useRef(false);
  useEffect(() => {
    // The focused button is removed with the question.
    if (wasAsked.current && !current && document.activeElement === document.body)
      document.querySelector<HTMLElement>(focusSelector)?.focus();
    wasAsked.current = current !== undefined;
  }, [current, focusSelector]);
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
