import type { ReportedStage } from "~/monitoring/error-report";
import { reportError } from "~/monitoring/report-error.client";
import { isUploading, secondsLeft } from "~/uploads/files-status";
import { uploadStateIn, uploadStates } from "~/uploads/sending/upload-queue.client";
import {
  type FileState,
  type RunCalls,
  type RunFailure,
  type RunResult,
  runSubmission,
} from "./run-submission.client";
import { planRun, type RunContent } from "./submission-run";
import { type RefusedSubmit, type SubmitCallDeps, createSubmitCalls } from "./submit-calls.client";

/**
 * Failed tries in a row, with a connection, after which a run stops waiting and tells the artist.
 * The file itself goes on trying for as long as the tab lives.
 */
const MAX_FAILED_TRIES = 5;

/**
 * The file of a slot as a submission run sees it. A slot that this tab sends nothing for counts as
 * done: its file was stored on an earlier visit, or the server says what is missing.
 */
export function fileState(slot: string): FileState {
  const upload = uploadStateIn(slot);
  // Of a file that is not on this device the server says at which field it is missing.
  if (!upload || upload.phase === "stored" || upload.phase === "needs-file")
    return { done: true, fraction: 1 };
  const { phase, size, stored, inFlight, tries = 0 } = upload;
  const fraction = size > 0 ? (stored + inFlight) / size : 0;
  switch (phase) {
    case "failed":
      return { done: false, failed: upload.text ?? "", fraction };
    case "waiting":
      if (tries >= MAX_FAILED_TRIES) return { done: false, failed: upload.cause ?? "", fraction };
      return { done: false, fraction, waiting: upload.text ?? "No connection." };
    default:
      return { done: false, fraction };
  }
}

/**
 * Seconds until all files of this tab have left, by the queue's own estimate; 0 while none is on its
 * way, undefined before it is known and without a connection, when nobody can know.
 */
function filesSecondsRemaining(): number | undefined {
  const states = uploadStates();
  if (!states.some(isUploading)) return 0;
  return navigator.onLine ? secondsLeft(states) : undefined;
}

/** What a run of a page needs of the page. */
type PageCalls = Pick<RunCalls<RefusedSubmit>, "choose" | "onFileChange" | "report" | "signal"> &
  Pick<SubmitCallDeps, "keep"> & {
    /** The draft that is submitted, for reports of failures. */
    draftId: string;
  };

function reportFailure({ stage, text, error }: RunFailure, draftId: string): void {
  const stack = error instanceof Error ? error.stack : undefined;
  // A stage that reports do not know yet would not count as what it is.
  const reportedStage: ReportedStage = stage;
  void reportError({ stage: reportedStage, message: text, stack, submissionId: draftId });
}

/** Runs the submission of a page with the Review form as posted; loaded when it is about to be. */
export function submitRun(
  form: FormData,
  content: RunContent,
  page: PageCalls,
): Promise<RunResult<RefusedSubmit>> {
  const deps: SubmitCallDeps = {
    fetch: (path, init) => fetch(path, init),
    schedule: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    onReceipt: page.onReceipt,
  };
  return runSubmission<RefusedSubmit>(planRun(content), {
    ...createSubmitCalls(form, deps),
    ...page,
    onFailure: (failure) => reportFailure(failure, page.draftId),
    fileState,
    secondsRemaining: filesSecondsRemaining,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
  });
}
