import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { Progress } from "~/submission/run-submission.client";
import dialog from "../dialog.module.css";
import { useNews } from "../use-news";
import styles from "./submission-run.module.css";

/**
 * The dialog over a submission that is being sent. Rendered only while it is: it opens when it
 * appears, nothing the artist presses closes it, and removed it gives the focus back.
 */
export function SubmissionRun({ progress }: { progress: Progress }) {
  const { stage, percent, text, file, remaining, waiting } = progress;
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  // Before the page is painted, and on removal while the dialog still knows who had the focus.
  useLayoutEffect(() => {
    const { current } = box;
    current?.showModal();
    heading.current?.focus();
    return () => current?.close();
  }, []);

  /** A browser may close it all the same, such as on a second press of a phone's back key. */
  function stayOpen() {
    if (box.current?.isConnected && !box.current.open) box.current.showModal();
  }

  return (
    <dialog
      ref={box}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-warning`}
      className={dialog.veil}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={ignoreEscape}
      onClose={stayOpen}
    >
      <div className={dialog.card}>
        <h2 ref={heading} id={`${id}-title`} tabIndex={-1}>
          Uploading Submission
        </h2>
        <div className={styles.meter}>
          <p className={styles.percent}>{percent}%</p>
          <p className={styles.status}>{text}</p>
          <progress
            className={styles.bar}
            max={100}
            value={percent}
            aria-labelledby={`${id}-title`}
            aria-valuetext={`${percent}%`}
          />
          <p className={styles.details}>
            <span>{file}</span>
            <span>{remaining}</span>
          </p>
          {waiting && (
            <p className={styles.waiting}>{waiting} Sending goes on by itself once it is back.</p>
          )}
        </div>
        <p id={`${id}-warning`} className={styles.warning}>
          Please do not refresh or close this tab until your submission is complete.
        </p>
        <SpokenStage stage={stage} text={text} />
      </div>
    </dialog>
  );
}

/** Escape asks browsers to close a dialog; some heed the key even when the asking is refused. */
function ignoreEscape(event: KeyboardEvent) {
  if (event.key === "Escape") event.preventDefault();
}

/** Speaks when a stage begins; every percent of it would drown everything else. */
function SpokenStage({ stage, text }: Pick<Progress, "stage" | "text">) {
  const [spoken, setSpoken] = useState("");
  useNews(stage, () => setSpoken(text));
  return (
    <VisuallyHidden component="p" role="status">
      {spoken}
    </VisuallyHidden>
  );
}
