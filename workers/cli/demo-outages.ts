import { type DemoLog, logJob, logMailJob, logSubmission, logSweep } from "./demo-log";

/* What goes wrong on the invented day, and how its log tells it. */

/** The board is unreachable for a while: jobs are retried, an incident opens and closes. */
export function boardOutage(day: DemoLog): void {
  day.at("11:00");
  day.explain(
    "The board is away. Artists notice nothing: job.retry says why and when it is tried again. Look for health.failed with the same name; incident.opened is when staff were mailed, once; incident.closed when it was over. Nobody has to do anything here.",
  );
  const names = logSubmission(day, [38_700_000, 2_200_000]);
  const jobId = day.id();
  const reason = "HttpError: board answered 503";
  logJob(day, names, "sync-board", jobId, {
    failure: { reason: "server-error", delaySeconds: 31 },
  });
  const incident = { incidentId: day.id(), rule: "health", integration: "board" };
  day.jobs("error", "health.failed", { integration: "board", ms: 412, reason: reason });
  logSweep(day, [{ part: "third-parties", count: 3 }]);
  day.wait(300_000);
  logJob(day, names, "sync-board", jobId, {
    attempt: 2,
    failure: { reason: "server-error", delaySeconds: 118 },
  });
  day.jobs("error", "health.failed", { integration: "board", ms: 398, reason: reason });
  day.jobs("warn", "incident.opened", incident);
  logSweep(day, [{ part: "alerts", count: 1 }]);
  day.wait(900_000);
  logJob(day, names, "sync-board", jobId, {
    attempt: 3,
    writeBetween: (logFields) =>
      day.jobs("info", "board.item-created", { ...logFields, itemId: "8123456790" }),
  });
  day.jobs("info", "submission.settled", {
    submissionId: names.submissionId,
    requestId: names.requestId,
  });
  day.jobs("info", "incident.closed", incident);
  logSweep(day, [{ part: "alerts", count: 1 }]);
}

/** A page fails for an artist, whose browser reports it. */
export function requestFailure(day: DemoLog): void {
  day.at("15:45");
  day.explain(
    "Something broke for an artist. Start at request.failed: its requestId finds the other lines of that request, the draft is named beside it, and error.reported is what the browser told of it.",
  );
  const draftId = day.id();
  day.request("POST", "/submit/music", {
    status: 500,
    writeLines: (log) =>
      log("error", "request.failed", {
        draftId,
        reason: "Error: D1_ERROR: Network connection lost.",
      }),
  });
  day.wait(1_200);
  day.request("POST", "/api/monitoring/error-report", {
    status: 201,
    writeLines: (log) => log("warn", "error.reported", { reportId: day.id() }),
  });
  day.wait(20_000);
  day.request("POST", "/submit/music", {
    status: 302,
    writeLines: (log) => log("info", "step.saved", { draftId, step: "music" }),
  });
}

/** A mail is delayed, then refused for good, and run again by staff. */
export function mailOutage(day: DemoLog): void {
  day.at("17:05");
  day.explain(
    "The mail server would not take a mail, then refused it for good. job.failed rests until staff run it again (job.run-again); staff were mailed when it failed.",
  );
  const names = logSubmission(day, [29_100_000]);
  const { submissionId, requestId } = names;
  const [jobId, mailId] = [day.id(), day.id()];
  const logFields = { submissionId, requestId, jobId, jobType: "send-mail" };
  day.jobs("info", "job.started", { ...logFields, attempt: 1, queuedMs: 400 });
  day.jobs("warn", "mail.delayed", { ...logFields, mailId, reason: "mail-4xx" });
  day.jobs("warn", "job.retry", {
    ...logFields,
    attempt: 1,
    ms: 900,
    reason: "mail-4xx",
    delaySeconds: 60,
  });
  day.wait(62_000);
  day.jobs("info", "job.started", { ...logFields, attempt: 2, queuedMs: 300 });
  day.jobs("error", "mail.failed", { ...logFields, mailId, reason: "mail-refused" });
  day.jobs("error", "job.failed", { ...logFields, attempt: 2, ms: 700, reason: "mail-refused" });
  day.wait(1_500_000);
  day.request("POST", "/staff/activity/jobs", {
    status: 302,
    writeLines: (log) => log("info", "job.run-again", { jobId, submissionId }),
  });
  logMailJob(day, names, mailId);
  day.jobs("info", "submission.settled", { submissionId, requestId });
}
