import { isUploading, secondsLeft } from "~/domain/uploads/files-status";
import type { SlotVersions } from "~/domain/uploads/upload";
import type { UploadState } from "~/domain/uploads/upload-state";
import type { ReportedStage } from "~/observability/errors/error-report";
import { reportError } from "~/observability/errors/report-error.client";
import { schedule } from "~/platform/timeout";
import { withVersionsOfTab } from "../draft/shown-versions";
import {
  type FileState,
  type RunCalls,
  type RunFailure,
  type RunResult,
  runSubmission,
} from "./run-submission.client";
import { planRun, type RunContent } from "./submission-run";
import { createSubmitCalls, type RefusedSubmit, type SubmitCallDeps } from "./submit-calls.client";

/**
 * Failed tries in a row, while online, after which a run gives up; the file itself is still tried.
 */
const MAX_FAILED_TRIES = 5;

/**
 * The file of a slot for a submission run. A slot without an upload in this tab counts as done: its
 * file was stored earlier, or the server says what is missing.
 */
export function fileState(upload: UploadState | undefined): FileState {
  // The server names the field of a file that is not on this device.
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

/** Of all files of this tab; 0 while there are none, undefined while unknown or offline. */
function filesSecondsRemaining(states: readonly UploadState[]): number | undefined {
  if (!states.some(isUploading)) return 0;
  return navigator.onLine ? secondsLeft(states) : undefined;
}

type PageCalls = Pick<RunCalls<RefusedSubmit>, "choose" | "onFileChange" | "report" | "signal"> &
  Pick<SubmitCallDeps, "onReceipt"> & {
    draftId: string;
  };

function reportFailure({ stage, text, error }: RunFailure, draftId: string): void {
  const stack = error instanceof Error ? error.stack : undefined;
  // The type makes sure that reports know every stage.
  const reportedStage: ReportedStage = stage;
  void reportError({ stage: reportedStage, message: text, stack, submissionId: draftId });
}

interface TabFiles {
  table: {
    allStates(): UploadState[];
    stateIn(slot: string): UploadState | undefined;
    versionsOfTab(): SlotVersions;
  };
}

/** Runs the submission of a page with the Review form as posted; loaded on demand. */
export function submitRun(
  form: FormData,
  content: RunContent,
  files: TabFiles,
  page: PageCalls,
): Promise<RunResult<RefusedSubmit>> {
  const deps: SubmitCallDeps = {
    fetch: (path, init) => fetch(path, init),
    schedule,
    onReceipt: page.onReceipt,
    readShown: (posted) => withVersionsOfTab(posted, files.table.versionsOfTab()),
  };
  return runSubmission<RefusedSubmit>(planRun(content), {
    ...createSubmitCalls(form, deps),
    ...page,
    onFailure: (failure) => reportFailure(failure, page.draftId),
    fileState: (slot) => fileState(files.table.stateIn(slot)),
    secondsRemaining: () => filesSecondsRemaining(files.table.allStates()),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
  });
}
