import { isId } from "~/platform/formats/id-shape";
import { errorReason } from "../log";
import { redactUrlSecrets } from "../scrub";
import { describeThrown, type Failure, toStoredFailure } from "./failure.server";
import type { FailureBuffer, FailureDeps } from "./failure-buffer.server";

const SUBMISSION_PATH =
  /^\/(?:staff\/submissions|submission|release-details|details|api\/profile\/submissions)\/([\w-]{1,64})(?:\/|$)/;

export interface FailureReportDeps extends Pick<FailureDeps, "db" | "log" | "clock" | "ids"> {
  monitoring: { failures: FailureBuffer };
}

interface RequestInfo {
  route: string;
  release: string | null;
  waitUntil: (task: Promise<unknown>) => void;
  /** The id of the draft in this browser, if its cookie tells. */
  readDraftId: () => Promise<string | undefined>;
}

/** The submission or draft that a request is about, if its path or cookie tells. */
async function findSubject(request: Request, readDraftId: RequestInfo["readDraftId"]) {
  const [, submissionId] = SUBMISSION_PATH.exec(new URL(request.url).pathname) ?? [];
  if (submissionId && isId(submissionId)) return submissionId;
  return (await readDraftId()) ?? null;
}

/** Reports failures of a request to the log and to staff. Never throws. */
export function failureReporter(
  request: Request,
  { monitoring: { failures }, ...deps }: FailureReportDeps,
  { route, release, waitUntil, readDraftId }: RequestInfo,
) {
  const flush = () => {
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    waitUntil(failures.write({ ...deps, sleep }));
  };
  // Failures that earlier requests could not write.
  if (failures.isWaiting()) flush();
  const recordFailureForStaff = (failure: Failure, subjectId: string | null) => {
    failures.add(failure, subjectId);
    flush();
  };
  const recordError = async (error: unknown) => {
    const stage = `${request.method} ${route}`;
    const url = redactUrlSecrets(request.url);
    const failure = await toStoredFailure({
      source: "site",
      stage,
      url,
      release,
      ...describeThrown(error),
    });
    recordFailureForStaff(failure, await findSubject(request, readDraftId));
  };
  const recordedErrors = new WeakSet<object>();
  return {
    recordFailureForStaff,
    logFailure: (error: unknown) => {
      deps.log("error", "request.failed", { reason: errorReason(error) });
      // A rethrown error comes here again.
      if (typeof error === "object" && error !== null) {
        if (recordedErrors.has(error)) return;
        recordedErrors.add(error);
      }
      waitUntil(recordError(error));
    },
  };
}
