import { useIsomorphicEffect } from "@mantine/hooks";
import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import { localTime, utcTime } from "~/components/autosave/clock-time";
import { useHydrated } from "~/components/use-hydrated";
import {
  type AutosaveState,
  saveStatusText,
  shouldAnnounce,
} from "~/forms/autosave/autosave-state";
import { type StepId, stepIndex, steps } from "~/submission/steps/steps";
import type { FileView } from "~/uploads/upload";
import { useUploadSummary } from "../upload/use-upload";
import styles from "./status-line.module.css";

/** What the wizard's layout knows of the draft. */
interface Layout {
  underWay?: {
    files: FileView[];
    /** The slots that its saved music step has; absent while none is saved. */
    slots?: string[];
    /** ISO time of the last save; absent while nothing was saved. */
    savedAt?: string;
  };
}

/** Takes how far saving the form of the step has come, for the line over it. */
export const SavingContext = createContext<(state: AutosaveState) => void>(() => {});

/** Tells the line over a step how far saving its form has come. */
export function useReportSaving(state: AutosaveState): void {
  const tell = useContext(SavingContext);
  // Before the page is painted: what is typed must never stand beside an earlier 'Saved'.
  useIsomorphicEffect(() => tell(state), [tell, state]);
}

/** Where the artist is, whether all is saved, and how the files stand; in view wherever the page is. */
export function StatusLine({ step, saving }: { step: StepId; saving: AutosaveState }) {
  const { underWay } = useRouteLoaderData<Layout>("routes/submit") ?? {};
  const files = useUploadSummary(underWay?.files ?? NONE, underWay?.slots);
  const hydrated = useHydrated();
  const savedAt = Date.parse(underWay?.savedAt ?? "");
  const before: AutosaveState = { phase: "saved", savedAt: savedAt, recovered: false };
  const state = saving.phase === "idle" && !Number.isNaN(savedAt) ? before : saving;
  return (
    <div className={styles.line} data-files={files ? true : undefined}>
      <div className={styles.words}>
        <p className={styles.count}>
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

const NONE: FileView[] = [];
