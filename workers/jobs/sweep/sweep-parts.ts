import { cleanUpFormSessions } from "~/bot/form-sessions.server";
import { forgetOldEntries } from "~/entry/waiting-list.server";
import { forgetOldJobs } from "~/jobs/forget-jobs.server";
import { forgetDeadLetters } from "~/jobs/sweep-runs.server";
import { forgetOldAddresses, forgetOldMails } from "~/mail/forget-mails.server";
import { forgetSecretBodies } from "~/mail/mail-store.server";
import { forgetErrorReports } from "~/monitoring/error-report-store.server";
import { forgetHealthChecks } from "~/monitoring/health-checks.server";
import { forgetRateWindows } from "~/platform/rate/take-turn.server";
import { expireUploads } from "~/uploads/receiving/expire-uploads.server";
import { removeStrays } from "~/uploads/receiving/remove-strays.server";
import { expireDrafts, removeLeftFiles, warnOfExpiry } from "./draft-parts";
import { recordHealth } from "./health-part";
import { followBoard, tellOfOverdue } from "./reply-parts";
import { resendJobs } from "./resend-jobs";
import type { SweepDeps, SweepPart } from "./sweep-deps";

/** How often the board is asked: its cheapest plan allows a thousand calls a day. */
const BOARD_SECONDS = 600;
const HOUR = 3_600;
/** As long as an untouched draft lives: no link of an older mail opens anything that needs it. */
const SECRETS_MS = 14 * 24 * HOUR * 1_000;
/** A cron that is a little early must not wait for the next one. */
const SLACK = 30;

/** The parts of the sweep in their order: first what an artist's music waits for. */
export function sweepParts(deps: SweepDeps, minAgeSeconds: number): SweepPart[] {
  const { db, uploads, log, now, calls } = deps;
  return [
    { name: "jobs", run: () => resendJobs(deps, minAgeSeconds) },
    { name: "board", everySeconds: BOARD_SECONDS - SLACK, run: () => followBoard(deps) },
    { name: "overdue", run: () => tellOfOverdue(deps) },
    { name: "warnings", run: () => warnOfExpiry(deps) },
    { name: "mails", run: calls.sendWaiting },
    { name: "uploads", run: () => expireUploads(uploads, log, now) },
    { name: "drafts", run: () => expireDrafts(deps) },
    { name: "files", run: () => removeLeftFiles(deps) },
    { name: "strays", run: () => removeStrays(uploads, log, now) },
    { name: "stores", run: () => recordHealth(deps, calls.stores) },
    {
      name: "third-parties",
      everySeconds: HOUR - SLACK,
      run: () => recordHealth(deps, calls.thirdParties),
    },
    {
      name: "forgetting",
      run: async () => {
        await cleanUpFormSessions(db, now());
        await forgetHealthChecks(db, now());
        await forgetRateWindows(db, now());
        await forgetErrorReports(db, now());
        await forgetDeadLetters(db, now());
        await forgetOldJobs(db, now());
        await forgetOldEntries(db, now());
        await forgetOldMails(db, now());
        await forgetOldAddresses(db, now());
        await forgetSecretBodies(db, new Date(now().getTime() - SECRETS_MS));
        return 0;
      },
    },
  ];
}
