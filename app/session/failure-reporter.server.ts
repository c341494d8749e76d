import { describeThrown, type Failure, toStoredFailure } from "~/monitoring/errors/failure.server";
import type { FailureBuffer, FailureDeps } from "~/monitoring/errors/failure-buffer.server";
import { errorReason } from "~/monitoring/log";
import { redactUrlSecrets } from "~/monitoring/reported-url";
import { isId } from "~/platform/formats/id-shape";
import type { Settings } from "~/platform/settings";
import { readDraftCookie, storedDraftId } from "./draft-cookie.server";

/** Pages and calls that are about one submission. */
const ABOUT =
  /^\/(?:staff\/submissions|submission|release-details|details|api\/profile\/submissions)\/([\w-]{1,64})(?:\/|$)/;

/** What noting a failure of a request works with. */
export interface FailureReportDeps extends Pick<FailureDeps, "db" | "log" | "clock" | "ids"> {
  settings: Pick<Settings, "SIGNING_SECRET">;
  monitoring: { failures: FailureBuffer };
}

/** Names a request for its failures: its route, the build that answers it, and how work goes on after it. */
interface Asked {
  route: string;
  release: string | null;
  waitUntil: (work: Promise<unknown>) => void;
}

/** The submission or the draft that a request is about, as far as it says so by itself. */
async function subjectOf(request: Request, secret: string): Promise<string | null> {
  const [, submissionId] = ABOUT.exec(new URL(request.url).pathname) ?? [];
  if (submissionId && isId(submissionId)) return submissionId;
  return storedDraftId(await readDraftCookie(request, secret)) ?? null;
}

/** How failures of one request reach the log and staff. Neither ever throws. */
export function failureReporter(
  request: Request,
  { monitoring: { failures }, settings, ...deps }: FailureReportDeps,
  { route, release, waitUntil }: Asked,
) {
  const write = () => {
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    waitUntil(failures.write({ ...deps, sleep }));
  };
  // What no request before this one could write.
  if (failures.isWaiting()) write();
  const recordFailureForStaff = (failure: Failure, subjectId: string | null) => {
    failures.add(failure, subjectId);
    write();
  };
  const note = async (error: unknown) => {
    const stage = `${request.method} ${route}`;
    const url = redactUrlSecrets(request.url);
    const failure = await toStoredFailure({
      source: "site",
      stage,
      url,
      release,
      ...describeThrown(error),
    });
    recordFailureForStaff(failure, await subjectOf(request, settings.SIGNING_SECRET));
  };
  const notedErrors = new WeakSet<object>();
  return {
    recordFailureForStaff,
    logFailure: (error: unknown) => {
      deps.log("error", "request.failed", { reason: errorReason(error) });
      // What is thrown on is met again further out.
      if (typeof error === "object" && error !== null) {
        if (notedErrors.has(error)) return;
        notedErrors.add(error);
      }
      waitUntil(note(error));
    },
  };
}
