import type { ReportedStage } from "~/monitoring/error-report";
import { reportError } from "~/monitoring/report-error.client";
import { fileState, filesSecondsLeft } from "./run-files.client";
import {
  type RunCalls,
  type RunFailure,
  type RunResult,
  runSubmission,
} from "./run-submission.client";
import { planRun, type RunContent } from "./submission-run";
import { type CallDeps, type RefusedSubmit, submitCalls } from "./submit-calls.client";

/** What a run of a page needs of the page. */
export type PageCalls = Pick<
  RunCalls<RefusedSubmit>,
  "choose" | "onFileChange" | "report" | "signal"
> &
  Pick<CallDeps, "keep"> & {
    /** The draft that is submitted, for reports of failures. */
    draftId: string;
  };

function reportFailure({ stage, text, error }: RunFailure, draftId: string): void {
  const stack = error instanceof Error ? error.stack : undefined;
  // A stage that reports do not know yet would not count as what it is.
  const reported: ReportedStage = stage;
  void reportError({ stage: reported, message: text, stack, submissionId: draftId });
}

/** Runs the submission of a page with the Review form as posted; loaded when it is about to be. */
export function submitRun(
  form: FormData,
  content: RunContent,
  page: PageCalls,
): Promise<RunResult<RefusedSubmit>> {
  const deps: CallDeps = {
    fetch: (path, init) => fetch(path, init),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    keep: page.keep,
  };
  return runSubmission<RefusedSubmit>(planRun(content), {
    ...submitCalls(form, deps),
    ...page,
    onFailure: (failure) => reportFailure(failure, page.draftId),
    fileState,
    secondsLeft: filesSecondsLeft,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
  });
}
