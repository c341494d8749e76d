import { useIsomorphicEffect } from "@mantine/hooks";
import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import { type StepId, stepIndex, steps } from "~/domain/submission/steps/steps";
import type { FileView } from "~/domain/uploads/upload";
import {
  type AutosaveState,
  localTime,
  saveStatusText,
  shouldAnnounce,
  utcTime,
} from "~/forms/autosave/autosave-state";
import { useHydrated } from "~/ui/use-hydrated";
import { useUploadSummary } from "../upload/use-upload";
import styles from "./status-line.module.css";

interface WizardLayoutData {
  underWay?: {
    files: FileView[];
    /** The slots of its saved music step; absent while none is saved. */
    slots?: string[];
    /** ISO time of the last save; absent if there was none. */
    savedAt?: string;
  };
}

/** Receives the autosave state of the step's form for the status line. */
export const SavingContext = createContext<(state: AutosaveState) => void>(() => {});

/** Reports the autosave state of the step's form to the status line. */
export function useReportSaving(state: AutosaveState): void {
  const report = useContext(SavingContext);
  // Before paint: new input must never be shown with an earlier 'Saved'.
  useIsomorphicEffect(() => report(state), [report, state]);
}

/** The status line: the step, the autosave state and the uploads, sticky at the top. */
export function StatusLine({ step, saveState }: { step: StepId; saveState: AutosaveState }) {
  const { underWay } = useRouteLoaderData<WizardLayoutData>("routes/submit") ?? {};
  const files = useUploadSummary(underWay?.files ?? NO_FILES, underWay?.slots);
  const hydrated = useHydrated();
  const savedAt = Date.parse(underWay?.savedAt ?? "");
  const savedState: AutosaveState = { phase: "saved", savedAt, recovered: false };
  const state = saveState.phase === "idle" && !Number.isNaN(savedAt) ? savedState : saveState;
  return (
    <div className={styles.line} data-files={files ? true : undefined}>
      <div className={styles.words}>
        <p className="eyebrow">
          Step {stepIndex(step) + 1} of {steps.length}
        </p>
        <p
          role="status"
          aria-live={shouldAnnounce(state) ? "polite" : "off"}
          className={styles.saved}
          data-phase={state.phase}
          data-failing={(state.phase === "waiting" && state.failing) || undefined}
        >
          {saveStatusText(state, hydrated ? localTime : utcTime)}
        </p>
        <p className={styles.files}>{files}</p>
      </div>
    </div>
  );
}

const NO_FILES: FileView[] = [];
