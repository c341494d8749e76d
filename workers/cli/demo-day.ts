import {
  createDemoLog,
  type DemoEntry,
  type DemoLog,
  logCompletedJobs,
  logJob,
  logMailJob,
  logSubmission,
  logSweep,
  type SubmissionIds,
} from "./demo-log";
import { boardOutage, mailOutage, requestFailure } from "./demo-outages";

function night(day: DemoLog): void {
  day.at("02:00");
  day.explain(
    "Night. The sweep comes every five minutes (most are left out here). One that is through says sweep.done; what it had to do stands before it.",
  );
  day.jobs("info", "draft.warned", { draftId: day.id() });
  day.jobs("info", "draft.expired", { draftId: day.id() });
  day.jobs("info", "upload.expired", { draftId: day.id(), uploadId: day.id() });
  day.jobs("info", "split.reminded", { submissionId: day.id() });
  logSweep(day, [
    { part: "warnings", count: 1 },
    { part: "drafts", count: 1 },
    { part: "uploads", count: 1 },
    { part: "splits", count: 1 },
  ]);
}

function quietMorning(day: DemoLog): SubmissionIds {
  day.at("08:12");
  day.explain(
    "A single comes in. Follow one id from draft.opened over submission.recorded to submission.settled: then nothing is left to do. (npm run logs -- ID picks these lines out.)",
  );
  const names = logSubmission(day, [42_300_000, 3_900_000]);
  logCompletedJobs(day, names);
  day.at("08:40");
  day.explain(
    "An artist on a weak line. upload.cut is no fault of ours: the browser sends that part again.",
  );
  logCompletedJobs(day, logSubmission(day, [61_000_000], true));
  day.wait(60_000);
  day.explain(
    "A file that is not what its name says. The artist reads why, and chooses another one.",
  );
  const draftId = day.id();
  day.request("POST", "/submit/artist", {
    status: 302,
    writeLines: (log) => log("info", "draft.opened", { draftId }),
  });
  day.wait(60_000);
  day.request("POST", "/api/cloud-storage/process-upload", {
    status: 415,
    writeLines: (log) => log("info", "upload.rejected", { draftId, uploadId: day.id() }),
  });
  return names;
}

function staffMorning(day: DemoLog, names: SubmissionIds): void {
  const { submissionId } = names;
  day.at("09:30");
  day.explain(
    "The label at its desk: a sign-in after a slip, a decision, and the mail that tells the artist.",
  );
  day.request("POST", "/staff/sign-in", {
    status: 400,
    writeLines: (log) => log("warn", "staff.refused"),
  });
  day.wait(9_000);
  day.request("POST", "/staff/sign-in", {
    status: 302,
    writeLines: (log) => log("info", "staff.signed-in"),
  });
  day.wait(200_000);
  day.request("GET", "/staff/submissions/:id");
  day.request("GET", "/staff/submissions/:id/package", {
    writeLines: (log) => log("info", "package.sent", { submissionId, ms: 2_140 }),
  });
  day.wait(300_000);
  const mailId = day.id();
  const requestId = day.request("POST", "/staff/submissions/:id", {
    status: 302,
    writeLines: (log) => log("info", "status.changed", { submissionId, reason: "approved" }),
  });
  const decision = { ...names, requestId };
  logJob(day, decision, "set-board-status", day.id());
  logMailJob(day, decision, mailId);
  day.jobs("info", "submission.settled", { submissionId, requestId });
}

function waitingList(day: DemoLog): void {
  day.at("13:00");
  day.explain(
    "Submissions are closed over lunch: the same artists' pages are now the waiting list.",
  );
  day.request("POST", "/staff/mode", {
    status: 302,
    writeLines: (log) => log("info", "mode.closed"),
  });
  day.wait(420_000);
  const entryId = day.id();
  const requestId = day.request("POST", "/submit/waiting-list", {
    status: 302,
    writeLines: (log) => log("info", "waiting-list.joined", { entryId }),
  });
  const logFields = { requestId, jobId: day.id(), jobType: "sync-waiting-list", attempt: 1 };
  day.jobs("info", "job.started", { ...logFields, queuedMs: 640 });
  day.jobs("info", "board.item-created", { ...logFields, entryId, itemId: "8123456811" });
  day.jobs("info", "job.done", { ...logFields, ms: 870 });
  day.wait(900_000);
  day.request("POST", "/staff/mode", {
    status: 302,
    writeLines: (log) => log("info", "mode.opened"),
  });
}

function portal(day: DemoLog): void {
  const artistId = "A-7QK2M";
  const submissionId = day.id();
  const agreementId = day.id();
  day.at("14:10");
  day.explain(
    "An artist in their portal: signed in, agreement signed, release details sent, songwriters asked.",
  );
  day.request("POST", "/login", {
    status: 302,
    writeLines: (log) => log("info", "artist.signed-in", { artistId }),
  });
  day.request("GET", "/agreement", {
    writeLines: (log) => log("info", "agreement.asked", { artistId, agreementId }),
  });
  day.wait(240_000);
  day.request("POST", "/agreement", {
    status: 302,
    writeLines: (log) => {
      log("info", "agreement.signed", { artistId, agreementId });
      log("info", "agreement.stored", { artistId, agreementId });
    },
  });
  day.wait(500_000);
  day.request("POST", "/release-details/:id", {
    status: 302,
    writeLines: (log) => log("info", "details.sent", { artistId, submissionId }),
  });
  day.request("POST", "/release-details/:id/splits", {
    status: 302,
    writeLines: (log) => log("info", "splits.asked", { artistId, submissionId, count: 2 }),
  });
  day.wait(1_900_000);
  day.request("POST", "/split/:token", {
    status: 302,
    writeLines: (log) => log("info", "split.answered", { submissionId, reason: "confirmed" }),
  });
}

function evening(day: DemoLog): void {
  day.at("20:30");
  day.explain(
    "Somebody guesses at the passcode. staff.refused is a slip; ten of them are staff.locked, and worth a look.",
  );
  for (let guess = 0; guess < 10; guess++) {
    day.wait(700, 1_500);
    day.request("POST", "/staff/sign-in", {
      status: 400,
      writeLines: (log) => log("warn", "staff.refused"),
    });
  }
  day.request("POST", "/staff/sign-in", {
    status: 429,
    writeLines: (log) => log("warn", "staff.locked"),
  });
  day.at("23:00");
  day.explain("And what staff hear of once a day: replies that are overdue.");
  day.jobs("warn", "reply.overdue", { submissionId: day.id() });
  logSweep(day, [{ part: "overdue", count: 1 }]);
}

/** The log lines of an invented day with explanations, the same at every run. */
export function demoDay(): DemoEntry[] {
  const day = createDemoLog();
  night(day);
  const single = quietMorning(day);
  staffMorning(day, single);
  boardOutage(day);
  waitingList(day);
  portal(day);
  requestFailure(day);
  mailOutage(day);
  evening(day);
  return day.entries;
}
