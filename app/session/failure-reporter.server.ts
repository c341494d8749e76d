import {
  describeThrown,
  type Failure,
  toStoredFailure,
} from "~/observability/errors/failure.server";
import type { FailureBuffer, FailureDeps } from "~/observability/errors/failure-buffer.server";
import { errorReason } from "~/observability/log";
import { redactUrlSecrets } from "~/observability/scrub";
import { isId } from "~/platform/formats/id-shape";
import type { Settings } from "~/platform/settings";
import { readDraftCookie, storedDraftId } from "./draft-cookie.server";

const SUBMISSION_PATH =
  /^\/(?:staff\/submissions|submission|release-details|details|api\/profile\/submissions)\/([\w-]{1,64})(?:\/|$)/;

export interface FailureReportDeps extends Pick<FailureDeps, "db" | "log" | "clock" | "ids"> {
  settings: Pick<Settings, "SIGNING_SECRET">;
  monitoring: { failures: FailureBuffer };
}

interface RequestInfo {
  route: string;
  release: string | null;
  waitUntil: (task: Promise<unknown>) => void;
}

/** The submission or draft that a request is about, if its path or cookie tells. */
async function findSubject(request: Request, secret: string): Promise<string | null> {
  const [, submissionId] = SUBMISSION_PATH.exec(new URL(request.url).pathname) ?? [];
  if (submissionId && isId(submissionId)) return submissionId;
  return storedDraftId(await readDraftCookie(request, secret)) ?? null;
}

/** Reports failures of a request to the log and to staff. Never throws. */
export function failureReporter(
  request: Request,
  { monitoring: { failures }, settings, ...deps }: FailureReportDeps,
  { route, release, waitUntil }: RequestInfo,
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
    recordFailureForStaff(failure, await findSubject(request, settings.SIGNING_SECRET));
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
