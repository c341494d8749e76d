import { useCallback, useRef, useState } from "react";
import { saveReceipt } from "~/domain/submission/run/receipt.client";
import type { Progress, RunResult } from "~/domain/submission/run/run-submission.client";
import type { RunContent } from "~/domain/submission/run/submission-run";
import type { RefusedSubmit } from "~/domain/submission/run/submit-calls.client";
import { retryThroughOutages, waitForRetry } from "~/platform/connection.client";
import { prepareRoute } from "~/platform/page-requests.client";
import { uploads } from "../upload/uploads.client";
import { useAnyUpload } from "../upload/use-upload";
import { useKeepAlive } from "../use-keep-alive";
import type { SubmissionRunModule } from "./submission-run-module";

const loadModule = async () => (await import("./submission-run-module")).submissionRunModule;

/** Preloads the submission run. */
export function prepareRun(): void {
  loadModule().catch(() => undefined);
}

/** How often the server is asked about a draft while it does not answer. */
const RETRY_INTERVAL_MS = 5_000;

/**
 * The submission run of a page. `start` resolves with the result, or undefined if a run is active. After a
 * failure `progress` and `Dialog` are cleared; after a success they stay until navigation.
 * `choose` decides about a call without an answer; `goBack` ends a run that is not being recorded yet, while
 * uploads continue.
 */
export function useSubmissionRun(draftId: string) {
  const [runView, setRunView] = useState<{
    progress: Progress;
    Dialog: SubmissionRunModule["Dialog"];
  }>();
  const progress = runView?.progress;
  const running = useRef(false);
  const resolveChoice = useRef((_: "again" | "stop") => {});
  const runController = useRef<AbortController>();
  const sending = useAnyUpload();
  // During uploads the step's frame does that.
  useKeepAlive(progress !== undefined && !sending);

  const start = useCallback(
    async (form: FormData, content: RunContent): Promise<RunResult<RefusedSubmit> | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      const run = new AbortController();
      runController.current = run;
      const { signal } = run;
      // Pressing Submit again retries the files as well.
      uploads.retryWaiting();
      try {
        const { submitRun, Dialog } = await retryThroughOutages(loadModule);
        const result = await submitRun(form, content, uploads, {
          onReceipt: saveReceipt,
          onFileChange: (listen) => uploads.table.subscribe(listen),
          choose: (doubt) =>
            new Promise((resolve) => {
              if (signal.aborted) return resolve("stop");
              resolveChoice.current = resolve;
              if (doubt === "no-line")
                void waitForRetry(RETRY_INTERVAL_MS).then(() => resolve("again"));
            }),
          // Late replies after the artist went back are ignored.
          report: (nextProgress) =>
            signal.aborted || setRunView({ progress: nextProgress, Dialog }),
          signal,
          draftId,
        });
        if (!result.ok) setRunView(undefined);
        return result;
      } finally {
        running.current = false;
      }
    },
    [draftId],
  );

  const choose = useCallback((choice: "again" | "stop") => resolveChoice.current(choice), []);
  const goBack = useCallback(() => {
    runController.current?.abort();
    resolveChoice.current("stop");
  }, []);
  return { progress, Dialog: runView?.Dialog, start, choose, goBack };
}

/** The path of the page after the record. */
export const SUCCESS = "/submit/success";
/** Milliseconds that the navigation may take before it becomes a page load. */
const OPENING_MS = 3_000;

/** Preloads the success page before anything is recorded. */
export function prepareSuccess(): void {
  void prepareRoute("routes/submit.success");
}

/** Navigates to the success page, or loads it as a document if that fails. */
export function openSuccess(navigate: (path: string) => void): void {
  const from = location.pathname;
  navigate(SUCCESS);
  setTimeout(async () => {
    // Offline the browser would show only its own error page.
    while (!navigator.onLine) await waitForRetry(OPENING_MS);
    if (location.pathname === from) location.assign(SUCCESS);
  }, OPENING_MS);
}
