import { Alert, Stack, Text } from "@mantine/core";
import { Link, useSearchParams } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type AnswerStep, type StepId, stepOf } from "~/domain/submission/steps/steps";
import { IDLE } from "~/forms/autosave/autosave-state";
import { useHydrated } from "~/ui/use-hydrated";
import { useAnyUpload, useUnsentBytes } from "../upload/use-upload";
import { useKeepAlive } from "../use-keep-alive";
import { SavingContext, StatusLine } from "./status-line";
import styles from "./step-frame.module.css";
import { Stepper } from "./stepper";

interface StepFrameProps {
  step: StepId;
  completed: AnswerStep[];
  /** The heading, if it is not the step's title. */
  heading?: string;
  /** A sentence on what this step is for. */
  lead: ReactNode;
  /** A sentence for an artist who was redirected from a later step. */
  notice?: string;
  children: ReactNode;
}

const TITLE_ID = "step-title";

/** Moves the focus to the step's heading. */
export function focusStepTitle(): void {
  document.getElementById(TITLE_ID)?.focus({ preventScroll: true });
}

/**
 * The frame of every step: status line, stepper, heading, form. Every navigation, including Back, starts at
 * the top with the focus on the heading, unless it leads to a field.
 */
export function StepFrame({ step, completed, heading, lead, notice, children }: StepFrameProps) {
  const [saveState, setSaveState] = useState(IDLE);
  const isSending = useAnyUpload();
  useKeepAlive(isSending);
  useLeaveWarning(useUnsentBytes());
  // Not on the first load, where the browser has scrolled to the top already.
  const isClientNavigation = useRef(useHydrated());
  const [params] = useSearchParams();
  const leadsToField = params.has("field");
  const canHaveLink = params.has("lost") || params.has("expired");
  const startsAtTop = useRef(!leadsToField);
  useEffect(() => {
    if (!isClientNavigation.current || !startsAtTop.current) return;
    // After the router, which restores the scroll position on Back.
    window.scrollTo(0, 0);
    focusStepTitle();
  }, []);
  return (
    <div className={styles.frame}>
      <StatusLine step={step} saveState={saveState} />
      <Stepper current={step} completed={completed} />
      <Stack>
        <Stack component="header" gap={4}>
          <h1 id={TITLE_ID} tabIndex={-1}>
            {heading ?? stepOf(step).title}
          </h1>
          <Text size="lg" c="dimmed">
            {lead}
          </Text>
        </Stack>
        {notice && (
          <Alert role="status" color="waiting">
            {notice} {canHaveLink && <Link to="/submit/open">Open my link</Link>}
          </Alert>
        )}
        <SavingContext.Provider value={setSaveState}>{children}</SavingContext.Provider>
      </Stack>
    </div>
  );
}

/**
 * Asks before the page is left, while `active`: only while bytes are unsent, since the listener keeps pages
 * out of the back-forward cache and teaches people to ignore the question.
 */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Older browsers need the return value.
      event.returnValue = true;
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [active]);
}
