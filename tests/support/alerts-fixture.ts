import { and, eq, like } from "drizzle-orm";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { storageTotals } from "~/domain/uploads/receiving/upload-tables.server";
import { backupRuns, jobs, sweepRuns } from "~/jobs/job-tables.server";
import {
  alertSilences,
  errorCounts,
  healthChecks,
  incidents,
} from "~/observability/monitoring-tables.server";
import { randomIds } from "~/platform/ids";
import { rateWindows } from "~/platform/rate/rate-tables.server";
import { sweep } from "../../workers/jobs/sweep";
import { notifyIncident } from "../../workers/jobs/sweep/alerts/notify-incident";
import { createJobsFixture, noopSweepActions } from "./jobs-fixture";
import { permissiveMailRules } from "./mail-fixture";

/** The sweep's alerts over a real database, with a manual clock. */
export async function createAlertsFixture() {
  const jobsFixture = await createJobsFixture();
  const { db, log, now } = jobsFixture;
  const timestamp = (seconds = 0) => new Date(now().getTime() + seconds * 1000).toISOString();
  const staff = () => ({
    db,
    ids: randomIds,
    log,
    now,
    rules: permissiveMailRules,
    sendJobs: async () => {},
    brand: { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 },
    staff: "team@mahogany.example",
  });
  const initialWatch = () => ({
    ...noopSweepActions.watch,
    names: ["d1", "r2", "board", "mail"],
    mailIsLive: true,
  });
  const fixture = {
    ...jobsFixture,
    /** The settings and third-party results of a test. */
    watch: initialWatch(),
    timestamp,
    staff,
    async reset(): Promise<void> {
      await jobsFixture.reset();
      for (const table of [
        ...[incidents, alertSilences, errorCounts, healthChecks, mailOutbox, sweepRuns],
        storageTotals,
        ...[audit, rateWindows, backupRuns],
      ])
        await db.delete(table);
      fixture.watch = initialWatch();
    },
    /** Runs the sweep's alert part once for each rule of an hour. */
    async judge(): Promise<void> {
      const calls = {
        ...noopSweepActions,
        watch: fixture.watch,
        notifyIncident: (...parameters: Parameters<typeof noopSweepActions.notifyIncident>) =>
          notifyIncident(staff(), "https://submit.example.com", ...parameters),
      };
      await sweep({ ...jobsFixture, calls }, 60, ["alerts"]);
      // Its mails have been sent.
      const mails = and(eq(jobs.type, "send-mail"), eq(jobs.state, "waiting"));
      await db.update(jobs).set({ state: "done" }).where(mails);
    },
    /** One hour of sweeps, each of which may check every rule. */
    async judgeAfter(seconds: number): Promise<void> {
      jobsFixture.later(seconds);
      await db.delete(sweepRuns);
      await fixture.judge();
    },
    mails: () =>
      db
        .select({
          subject: mailOutbox.subject,
          to: mailOutbox.recipient,
          text: mailOutbox.textBody,
        })
        .from(mailOutbox)
        .where(like(mailOutbox.dedupeKey, "staff-alert:%"))
        .orderBy(mailOutbox.createdAt),
    subjects: async () => (await fixture.mails()).map(({ subject }) => subject),
    failedMail: (n: number) => ({
      id: `FAILED${n}`,
      type: "send-mail",
      submissionId: "S",
      subject: `M${n}`,
      state: "failed",
      createdAt: timestamp(),
      updatedAt: timestamp(),
    }),
    /** Records these results of consecutive checks of a dependency. */
    async checks(integration: string, ...well: boolean[]): Promise<void> {
      const rows = well.map((ok) => {
        jobsFixture.later(1);
        return { at: timestamp(), integration, ok, ms: 5, detail: ok ? null : "HTTP 503" };
      });
      await db.insert(healthChecks).values(rows);
    },
  };
  return fixture;
}
