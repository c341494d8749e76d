import { cleanUpFormSessions } from "~/bot/form-sessions.server";
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
import type { SweepPart, SweepRooms } from "./sweep-rooms";

/** How often the board is asked: its cheapest plan allows a thousand calls a day. */
const BOARD_SECONDS = 600;
const HOUR = 3_600;
/** As long as an untouched draft lives: no link of an older mail opens anything that needs it. */
const SECRETS_MS = 14 * 24 * HOUR * 1_000;
/** A cron that is a little early must not wait for the next one. */
const SLACK = 30;

/** The parts of the sweep in their order: first what an artist's music waits for. */
export function sweepParts(rooms: SweepRooms, minAgeSeconds: number): SweepPart[] {
  const { db, uploads, log, now, ports = {} } = rooms;
  const { warn, changedStatuses, tellStatus, tellOverdue, sendWaiting, stores, thirdParties } =
    ports;
  const parts: (SweepPart | undefined | false)[] = [
    { name: "jobs", run: () => resendJobs(rooms, minAgeSeconds) },
    changedStatuses !== undefined &&
      tellStatus !== undefined && {
        name: "board",
        everySeconds: BOARD_SECONDS - SLACK,
        run: () => followBoard(rooms, changedStatuses, tellStatus),
      },
    tellOverdue && { name: "overdue", run: () => tellOfOverdue(rooms, tellOverdue) },
    warn && { name: "warnings", run: () => warnOfExpiry(rooms, warn) },
    sendWaiting && { name: "mails", run: sendWaiting },
    { name: "uploads", run: () => expireUploads(uploads, log, now) },
    { name: "drafts", run: () => expireDrafts(rooms) },
    { name: "files", run: () => removeLeftFiles(rooms) },
    { name: "strays", run: () => removeStrays(uploads, log, now) },
    stores && { name: "stores", run: () => recordHealth(rooms, stores) },
    thirdParties && {
      name: "third-parties",
      everySeconds: HOUR - SLACK,
      run: () => recordHealth(rooms, thirdParties),
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
        await forgetOldMails(db, now());
        await forgetOldAddresses(db, now());
        await forgetSecretBodies(db, new Date(now().getTime() - SECRETS_MS));
        return 0;
      },
    },
  ];
  return parts.filter((part) => part !== undefined && part !== false);
}
