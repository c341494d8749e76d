import { useLocation } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { StepConflict } from "~/forms/autosave/autosave-state";
import { KEEP_MINE } from "~/forms/autosave/post-version";
import { Button } from "../controls";
import { localTime, worldTime } from "./clock-time";
import styles from "./conflict-choice.module.css";

interface ConflictChoiceProps {
  conflict: StepConflict;
  /** Saves what is on the page; without it the button posts the form. */
  onKeepMine?: () => void;
  /** Forgets what is on the page, which is then loaded anew. */
  onTakeTheirs?: () => void;
  /** Takes the focus whenever this changes, such as by a press on Next that could not go on. */
  asked?: unknown;
  /** What there are two versions of, and what it is a part of. */
  of?: { page: string; whole: string };
}

const A_STEP = { page: "step", whole: "draft" };

/** Two versions of a form, and the choice between them. Stands inside that form. */
export function ConflictChoice(props: ConflictChoiceProps) {
  const { conflict, onKeepMine, onTakeTheirs, asked, of = A_STEP } = props;
  const { pathname, search } = useLocation();
  const timeOf = useHydrated() ? localTime : worldTime;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asked !== undefined) place.current?.focus();
  }, [asked]);

  function keep(event: MouseEvent) {
    if (!onKeepMine) return;
    event.preventDefault();
    onKeepMine();
  }

  return (
    <section ref={place} aria-labelledby="conflict-title" tabIndex={-1} className={styles.choice}>
      <h2 id="conflict-title" className={styles.title}>
        Two versions of this {of.page}
      </h2>
      <p>
        This {of.whole} was changed in another tab or on another device at{" "}
        {timeOf(Date.parse(conflict.savedAt))}. What's on this page isn't saved yet, and nothing is
        lost. Which version do you want?
      </p>
      <input type="hidden" name="newerVersion" value={conflict.version} />
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value={KEEP_MINE} onClick={keep}>
          Keep what's on this page
        </Button>
        {/* A plain link: the page must come anew, with every field as it is stored. */}
        <Button component="a" href={pathname + search} variant="default" onClick={onTakeTheirs}>
          Show the other version
        </Button>
      </div>
    </section>
  );
}
