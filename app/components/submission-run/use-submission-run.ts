import { useCallback, useRef, useState } from "react";
import { reportError } from "~/monitoring/report-error.client";
import { fileState } from "~/submission/run-files.client";
import {
  type Outcome,
  type Progress,
  type RunFailure,
  type RunResult,
  runSubmission,
} from "~/submission/run-submission.client";
import { planRun, type RunContent } from "~/submission/submission-run";
import { subscribe, tryWaiting } from "~/uploads/sending/upload-queue.client";
import { useAnyUpload } from "../use-upload";
import { useKeepAlive } from "./use-keep-alive";

/** The two calls of a run; each rejects when the server does not answer. */
export interface SubmitCalls<Reply> {
  check: () => Promise<Outcome<Reply>>;
  record: () => Promise<Outcome<Reply>>;
}

function report({ stage, text, error }: RunFailure, draftId: string): void {
  const stack = error instanceof Error ? error.stack : undefined;
  void reportError({ stage, message: text, stack, submissionId: draftId });
}

/**
 * A submission run of this page. `start` resolves with its end, or with nothing when a run is under
 * way already. After a failure `progress` is gone; after a success it stays until the page is left.
 */
export function useSubmissionRun(draftId: string) {
  const [progress, setProgress] = useState<Progress>();
  const running = useRef(false);
  const sending = useAnyUpload();
  // While files are on their way, the frame of the step does it.
  useKeepAlive(progress !== undefined && !sending);

  const start = useCallback(
    async <Reply>(
      content: RunContent,
      calls: SubmitCalls<Reply>,
    ): Promise<RunResult<Reply> | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      // Whoever presses once more means that the files are to be tried once more, too.
      tryWaiting();
      try {
        const result = await runSubmission<Reply>(planRun(content), {
          ...calls,
          fileState,
          onFileChange: subscribe,
          sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          now: () => performance.now(),
          report: setProgress,
          onFailure: (failure) => report(failure, draftId),
        });
        if (!result.ok) setProgress(undefined);
        return result;
      } finally {
        running.current = false;
      }
    },
    [draftId],
  );

  return { progress, start };
}
