import { type ReactNode, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { type AnswerStep, type StepId, stepOf } from "~/submission/steps";
import styles from "./step-frame.module.css";
import { Stepper } from "./stepper";

interface StepFrameProps {
  step: StepId;
  completed: AnswerStep[];
  /** The heading, where it is not the step's title. */
  heading?: string;
  /** One plain sentence on what this step is for. */
  lead: ReactNode;
  /** A sentence for an artist who was sent here from a later step. */
  notice?: string;
  children: ReactNode;
}

/** The frame every step stands in: stepper, heading (focused on arrival), the form. */
export function StepFrame({ step, completed, heading, lead, notice, children }: StepFrameProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // Not on the first load: there the browser has already placed the reader at the top.
  const inApp = useRef(useHydrated());
  useEffect(() => {
    if (inApp.current) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.frame}>
      <Stepper current={step} completed={completed} />
      <div className={styles.content}>
        <header className={styles.head}>
          <h1 ref={title} tabIndex={-1}>
            {heading ?? stepOf(step).title}
          </h1>
          <p className={styles.lead}>{lead}</p>
        </header>
        {notice && (
          <p role="status" className={styles.notice}>
            {notice}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
