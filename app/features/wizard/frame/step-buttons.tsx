import { useNavigation } from "@remix-run/react";
import { type AnswerStep, stepAfter, stepOf } from "~/domain/submission/steps/steps";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import styles from "../layout.module.css";
import { prefetchScripts } from "./prefetch-scripts.client";

interface StepButtonsProps {
  step: AnswerStep;
  /** The text of the button to the next step. */
  next: string;
  back: boolean;
  /** Whether the artist came from Review, and returns to it. */
  returns?: boolean;
}

/** Back and Next. Next is first in the markup, so that Enter in a field means Next. */
export function StepButtons({ step, next, back, returns }: StepButtonsProps) {
  const busy = useNavigation().state !== "idle";
  const { path } = returns ? stepOf("review") : stepAfter(step);
  const fetchAhead = () => prefetchScripts(path);
  return (
    <div className={`${styles.ruled} ${styles.end}`}>
      <IntentButton
        intent="next"
        aria-disabled={busy}
        // Preloads the next step only when a press is likely.
        onPointerEnter={fetchAhead}
        onTouchStart={fetchAhead}
        onFocus={fetchAhead}
      >
        {busy ? "Saving…" : returns ? "Save and return to review" : next}
      </IntentButton>
      {back && <SecondaryButton intent="back">Back</SecondaryButton>}
    </div>
  );
}
