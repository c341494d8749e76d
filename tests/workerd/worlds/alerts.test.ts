import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { countWrongPasscode } from "~/domain/access/staff/wrong-passcodes.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { storageTotals } from "~/domain/uploads/receiving/upload-tables.server";
import {
  loadIncidents,
  setIncidentSilence,
} from "~/features/staff/incidents/staff-incidents.server";
import { backupRuns, jobEvents, jobs } from "~/jobs/job-tables.server";
import { type RuleName, ruleNames, WRONG_PASSCODES } from "~/observability/health/alert-rules";
import { errorCounts, incidents } from "~/observability/monitoring-tables.server";
import { longTime } from "~/platform/formats/dates";
import { randomIds } from "~/platform/ids";
import { rateWindows } from "~/platform/rate/rate-tables.server";
import { sweep } from "../../../workers/jobs/sweep";
import { bypassQueue } from "../../../workers/jobs/sweep/alerts/notify-incident";
import { recheckFailed, recordHealth } from "../../../workers/jobs/sweep/health-part";
import { staffPrincipal } from "../../support/accounts";
import { createAlertsFixture } from "../../support/alerts-fixture";
import { jobId, noopSweepActions } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const fixture = await openForFile(createAlertsFixture);
const { judge, judgeAfter, mails, subjects, timestamp, failedMail, checks, staff } = fixture;
beforeEach(() => fixture.reset());

interface Case {
  breaks: () => Promise<unknown>;
  heals: () => Promise<unknown>;
  /** How long the condition must last before the rule is broken. */
  afterSeconds?: number;
  title: string;
  says: string;
  /** How long it lasts before staff are told. */
  toldAfterSeconds?: number;
  /** Cleanup once the incident is over. */
  after?: string;
}

const CASES: Record<RuleName, Case> = {
  queue: {
    breaks: async () => {
      await fixture.db.delete(jobs);
      await fixture.addJob(jobId(1));
    },
    heals: () => fixture.db.delete(jobs),
    afterSeconds: 11 * MINUTE,
    title: "The queue is stuck",
    says: "1 job waits, the first for 11 minutes, and none has come any further.",
  },
  errors: {
    breaks: () =>
      fixture.db.insert(errorCounts).values([
        {
          slot: timestamp(-600),
          source: "site",
          category: "server",
          severity: "CRITICAL",
          count: 20,
        },
        {
          slot: timestamp(-600),
          source: "browser",
          category: "form",
          severity: "MEDIUM",
          count: 11,
        },
      ]),
    heals: () => fixture.db.delete(errorCounts),
    toldAfterSeconds: 15 * MINUTE,
    title: "Many errors",
    says: "31 errors within an hour: more than ALERT_ERRORS_PER_HOUR, which is 30.",
  },
  health: {
    breaks: () => checks("board", true, false, false),
    heals: () => checks("board", true),
    title: "Task board (monday.com) isn't answering",
    says: "Task board (monday.com) has failed two checks in a row. HTTP 503",
  },
  mail: {
    breaks: () => fixture.db.insert(jobs).values([1, 2, 3].map(failedMail)),
    heals: () => fixture.db.delete(jobs),
    title: "Emails aren't going out",
    says: "3 mails could not be sent within an hour.",
    after: "Failed ones don't: send them again in the outbox.",
  },
  storage: {
    breaks: () =>
      fixture.db.insert(storageTotals).values({
        name: "uploads",
        bytes: 600_000_000_000,
        countedAt: timestamp(),
      }),
    heals: () => fixture.db.delete(storageTotals),
    title: "File storage (R2) is nearly full",
    says: "File storage (R2) holds 600 GB of artists' files. That is more than ALERT_FILES_GB",
  },
  expiry: {
    breaks: async () => {
      const ends = [{ name: "SMTP_PASSWORD", endsAt: timestamp(13 * DAY) }];
      fixture.watch = { ...fixture.watch, listExpiries: async () => ends };
    },
    heals: async () => {
      const ends = [{ name: "SMTP_PASSWORD", endsAt: timestamp(300 * DAY) }];
      fixture.watch = { ...fixture.watch, listExpiries: async () => ends };
    },
    title: "SMTP_PASSWORD expires soon",
    says: "SMTP_PASSWORD ends on December 4, 2026.",
  },
  passcode: {
    breaks: async () => {
      for (let n = 0; n < WRONG_PASSCODES; n++) await countWrongPasscode(fixture.db, fixture.now());
    },
    heals: () => fixture.db.delete(rateWindows),
    title: "Somebody is guessing the staff passcode",
    says: "30 wrong staff passcodes have come, the last of them within an hour.",
    after: "Look for a sign-in that is not one of yours.",
  },
  backup: {
    breaks: async () => {
      fixture.watch = { ...fixture.watch, backupHours: 24 };
      const at = timestamp(-49 * HOUR);
      await fixture.db.delete(backupRuns);
      await fixture.db
        .insert(backupRuns)
        .values({ id: at, progress: "", leaseUntil: at, finishedAt: at, createdAt: at });
    },
    heals: () => fixture.db.update(backupRuns).set({ finishedAt: timestamp() }),
    title: "The backup is out of date",
    says: "One is due every 24 hours.",
  },
};

test.each(ruleNames)(
  "the rule %s: staff are alerted once when it breaks, and once when it is over",
  async (rule) => {
    const { breaks, heals, afterSeconds = 0, toldAfterSeconds = 0, title, says } = CASES[rule];
    const { after = "There is nothing to do." } = CASES[rule];
    const tell = async () => {
      if (toldAfterSeconds) await judgeAfter(toldAfterSeconds);
    };
    await judge();
    expect(await subjects()).toEqual([]);
    await breaks();
    if (afterSeconds) await judgeAfter(MINUTE);
    expect(await subjects()).toEqual([]);
    await judgeAfter(afterSeconds - (afterSeconds ? MINUTE : 0));
    await tell();
    expect(await subjects()).toEqual([title]);
    expect(await mails()).toMatchObject([
      { to: "team@mahogany.example", text: expect.stringContaining(says) },
    ]);
    expect((await mails())[0]?.text).toContain("https://submit.example.com/staff/incidents");
    // No further mail while it lasts.
    await judgeAfter(5 * MINUTE);
    if (rule === "expiry") await judgeAfter(10 * DAY);
    expect(await subjects()).toEqual([title]);
    await heals();
    await judgeAfter(0);
    expect((await loadIncidents({ db: fixture.db, clock: fixture.now })).open).toEqual([]);
    expect(await subjects()).toEqual([title]);
    await judgeAfter(31 * MINUTE);
    expect(await subjects()).toEqual([title, `Over: ${title}`]);
    expect((await mails())[1]?.text).toContain(after);
    await judgeAfter(31 * MINUTE);
    expect(await subjects()).toEqual([title, `Over: ${title}`]);
    expect(fixture.events().filter((event) => event.startsWith("incident."))).toEqual([
      "incident.opened",
      "incident.closed",
    ]);
    // The next break is a new incident.
    await breaks();
    await judgeAfter(afterSeconds);
    await tell();
    expect(await subjects()).toEqual([title, `Over: ${title}`, title]);
  },
);

test.each<[string, () => Promise<unknown>]>([
  [
    "a job that is not due yet",
    async () => {
      await fixture.addJob(jobId(1));
      await fixture.db.update(jobs).set({ dueAt: timestamp(HOUR) });
    },
  ],
  [
    "a job that waits while others come further",
    async () => {
      await fixture.addJob(jobId(1));
      const event = { jobId: jobId(2), attempt: 1, outcome: "done", at: timestamp(9 * MINUTE) };
      await fixture.db.insert(jobEvents).values(event);
    },
  ],
  [
    "a job in a worker's hands",
    async () => {
      await fixture.addJob(jobId(1));
      await fixture.addJob(jobId(2), "sync-board", "T");
      await fixture.db
        .update(jobs)
        .set({ state: "running", leaseUntil: timestamp(HOUR) })
        .where(eq(jobs.id, jobId(2)));
    },
  ],
  [
    "as many errors as may be",
    () =>
      fixture.db.insert(errorCounts).values({
        slot: timestamp(-600),
        source: "site",
        category: "c",
        severity: "HIGH",
        count: 30,
      }),
  ],
  [
    "errors of no weight, and those of the day before",
    () =>
      fixture.db.insert(errorCounts).values([
        { slot: timestamp(-600), source: "site", category: "c", severity: "LOW", count: 900 },
        { slot: timestamp(-DAY), source: "site", category: "c", severity: "HIGH", count: 900 },
      ]),
  ],
  ["a store that failed once", () => checks("d1", true, true, false)],
  ["something that is no longer set up", () => checks("drive", false, false)],
  ["two mails to wrong addresses", () => fixture.db.insert(jobs).values([1, 2].map(failedMail))],
  [
    "mails while there is no mail server",
    async () => {
      fixture.watch = { ...fixture.watch, mailIsLive: false };
      await fixture.db.insert(jobs).values([1, 2, 3].map(failedMail));
    },
  ],
])("no alert for %s", async (_, happens) => {
  await happens();
  await judgeAfter(15 * MINUTE);
  expect(await subjects()).toEqual([]);
  expect(await fixture.db.$count(incidents)).toBe(0);
});

test("a mail that its server refuses for half an hour causes an alert", async () => {
  await fixture.db.insert(mailOutbox).values({
    id: "M",
    dedupeKey: "confirmation:1",
    kind: "confirmation",
    recipient: "x@example.com",
    subject: "s",
    textBody: "t",
    htmlBody: "h",
    attempts: 3,
    createdAt: timestamp(),
  });
  await judgeAfter(29 * MINUTE);
  expect(await subjects()).toEqual([]);
  await judgeAfter(2 * MINUTE);
  expect(await subjects()).toEqual(["Emails aren't going out"]);
  const text = (await mails())[0]?.text;
  expect(text).not.toContain("example.com\n");
  expect(text).toContain("1 mail waits for a server that would not take it.");
});

test("an incident of a removed rule ends, and staff are told that it is over", async () => {
  const incident = { id: "I", rule: "certificates", subject: "", detail: "d" };
  const times = {
    openedAt: timestamp(-HOUR),
    lastSeenAt: timestamp(-HOUR),
    mailedAt: timestamp(-HOUR),
  };
  await fixture.db.insert(incidents).values({ ...incident, ...times });
  await judge();
  expect((await loadIncidents({ db: fixture.db, clock: fixture.now })).open).toEqual([]);
  await judgeAfter(31 * MINUTE);
  expect(await subjects()).toEqual(["Over: Something was wrong"]);
});

test("two simultaneous sweeps open and close an incident once, with one mail each", async () => {
  await CASES.health.breaks();
  await Promise.all([judge(), judge(), judge()]);
  expect(await subjects()).toEqual([CASES.health.title]);
  await CASES.health.heals();
  await Promise.all([judge(), judge(), judge()]);
  fixture.later(31 * MINUTE);
  await Promise.all([judge(), judge(), judge()]);
  expect(await subjects()).toEqual([CASES.health.title, `Over: ${CASES.health.title}`]);
  expect(fixture.events().filter((event) => event.startsWith("incident."))).toEqual([
    "incident.opened",
    "incident.closed",
  ]);
  expect(await fixture.db.$count(incidents)).toBe(1);
});

test.each([4, 10, 14, 29])(
  "a condition that flaps every %d minutes is one incident, and is over when it stays good",
  async (minutes) => {
    for (let n = 0; n < 4; n++) {
      await CASES.health.breaks();
      await judgeAfter(minutes * MINUTE);
      await CASES.health.heals();
      await judgeAfter(minutes * MINUTE);
    }
    expect(await subjects()).toEqual([CASES.health.title]);
    expect(await fixture.db.$count(incidents)).toBe(1);
    await judgeAfter(31 * MINUTE);
    expect(await subjects()).toEqual([CASES.health.title, `Over: ${CASES.health.title}`]);
  },
);

test("errors around the limit are one incident, which is over once there are clearly fewer", async () => {
  const count = async (n: number) => {
    await fixture.db.delete(errorCounts);
    await fixture.db
      .insert(errorCounts)
      .values({ slot: timestamp(-600), source: "site", category: "c", severity: "HIGH", count: n });
  };
  for (const n of [31, 29, 31, 24, 31]) {
    await count(n);
    await judgeAfter(40 * MINUTE - 600);
    await judge();
  }
  expect(await subjects()).toEqual(["Many errors"]);
  await count(20);
  await judge();
  await judgeAfter(31 * MINUTE);
  expect(await subjects()).toEqual(["Many errors", "Over: Many errors"]);
});

test("one mailbox that refuses mail causes no alert while others accept theirs", async () => {
  const mail = (id: string) => ({
    id,
    dedupeKey: `confirmation:${id}`,
    kind: "confirmation",
    recipient: `${id}@example.com`,
    subject: "s",
    textBody: "t",
    htmlBody: "h",
    createdAt: timestamp(),
  });
  await fixture.db.insert(mailOutbox).values({ ...mail("full"), attempts: 3 });
  fixture.later(31 * MINUTE);
  await fixture.db
    .insert(mailOutbox)
    .values({ ...mail("well"), state: "sent", sentAt: timestamp() });
  await judge();
  expect(await subjects()).toEqual([]);
  await judgeAfter(31 * MINUTE);
  expect(await subjects()).toEqual(["Emails aren't going out"]);
});

/** The desk at which staff press. */
const desk = () => ({
  db: fixture.db,
  clock: fixture.now,
  ids: randomIds,
  log: fixture.log,
  scope: { requestId: "R" },
});
const findOpenIncident = async () => (await loadIncidents(desk())).open[0];

test("a silenced alert sends nothing for a day, neither when it is over nor when it is back", async () => {
  await CASES.health.breaks();
  await judge();
  const id = (await findOpenIncident())?.id ?? "";
  expect(await setIncidentSilence(desk(), staffPrincipal, "silence", id)).toBe(true);
  expect((await findOpenIncident())?.silenced).toMatchObject({ by: "Ada Berg" });
  await CASES.health.heals();
  await judgeAfter(0);
  await judgeAfter(HOUR);
  await CASES.health.breaks();
  await judgeAfter(HOUR);
  expect(await subjects()).toEqual([CASES.health.title]);
  // After the day staff are told that it is broken, and not that it was over in between.
  await judgeAfter(23 * HOUR);
  expect(await subjects()).toEqual([CASES.health.title, CASES.health.title]);
  const auditEntries = await fixture.db.select().from(audit);
  expect(auditEntries).toMatchObject([
    { action: "alert-silenced", subject: id, staffName: "Ada Berg" },
  ]);
});

test("an alert that broke again during a silence and ended before it is reported as over once", async () => {
  await CASES.health.breaks();
  await judge();
  await setIncidentSilence(desk(), staffPrincipal, "silence", (await findOpenIncident())?.id ?? "");
  for (let n = 0; n < 2; n++) {
    await CASES.health.heals();
    await judgeAfter(0);
    await judgeAfter(2 * HOUR);
    await CASES.health.breaks();
    await judgeAfter(0);
  }
  await CASES.health.heals();
  await judgeAfter(0);
  const lastlyWell = longTime(timestamp());
  await judgeAfter(HOUR);
  expect(await subjects()).toEqual([CASES.health.title]);
  await judgeAfter(DAY);
  await judgeAfter(HOUR);
  expect(await subjects()).toEqual([CASES.health.title, `Over: ${CASES.health.title}`]);
  expect((await mails()).at(-1)?.text).toContain(lastlyWell);
});

test("a mail that cannot be saved does not stop the other alerts", async () => {
  await CASES.health.breaks();
  await checks("d1", false, false);
  const mailSubjects: string[] = [];
  const notifyIncident = async ({ subject }: { subject: string }) => {
    if (mailSubjects.push(subject) === 1) throw new Error("no such letter");
  };
  await sweep(
    { ...fixture, calls: { ...noopSweepActions, watch: fixture.watch, notifyIncident } },
    60,
    ["alerts"],
  );
  expect(mailSubjects.toSorted()).toEqual(["board", "d1"]);
  const [failureLine] = fixture.lines.filter(([event]) => event === "sweep.failed");
  expect(failureLine?.[1]).toMatchObject({
    part: "alerts",
    rule: "health",
    reason: "Error: no such letter",
  });
});

test("a silence covers one alert, can be ended, and each change has an audit entry", async () => {
  await CASES.health.breaks();
  await judge();
  const id = (await findOpenIncident())?.id ?? "";
  await setIncidentSilence(desk(), staffPrincipal, "silence", id);
  await checks("d1", false, false);
  await judgeAfter(5 * MINUTE);
  expect(await subjects()).toEqual([CASES.health.title, "Database (D1) isn't answering"]);
  expect(await setIncidentSilence(desk(), staffPrincipal, "hear", id)).toBe(true);
  expect(await setIncidentSilence(desk(), staffPrincipal, "hear", id)).toBe(false);
  expect(await setIncidentSilence(desk(), staffPrincipal, "silence", "no-such")).toBe(false);
  expect((await fixture.db.select().from(audit)).map(({ action }) => action)).toEqual([
    "alert-silenced",
    "alert-heard-again",
  ]);
});

test("a rule that cannot be checked leaves its incidents unchanged, and the others continue", async () => {
  await CASES.health.breaks();
  await CASES.expiry.breaks();
  await judge();
  fixture.watch = { ...fixture.watch, listExpiries: () => Promise.reject(new Error("away")) };
  await CASES.health.heals();
  await judgeAfter(0);
  const { open } = await loadIncidents(desk());
  expect(open.map(({ title }) => title)).toEqual([CASES.expiry.title]);
  expect(fixture.lines).toContainEqual([
    "sweep.failed",
    { part: "alerts", rule: "expiry", reason: "Error: away" },
  ]);
});

test("a third party that failed is checked again by the next sweep, a healthy one is not", async () => {
  const requests: string[] = [];
  let boardIsWell = false;
  const probes = {
    board: async () => {
      requests.push("board");
      if (!boardIsWell) throw new Error("HTTP 503");
      return undefined;
    },
    drive: async () => void requests.push("drive"),
  };
  const deps = { ...fixture, calls: noopSweepActions };
  await recordHealth(deps, probes);
  expect(await recheckFailed(deps, probes)).toBe(0);
  expect(requests).toEqual(["board", "drive"]);
  fixture.later(5 * MINUTE);
  await recheckFailed(deps, probes);
  await judge();
  expect(await subjects()).toEqual([CASES.health.title]);
  boardIsWell = true;
  fixture.later(5 * MINUTE);
  expect(await recheckFailed(deps, probes)).toBe(1);
  fixture.later(5 * MINUTE);
  expect(await recheckFailed(deps, probes)).toBe(0);
  expect(requests).toEqual(["board", "drive", "board", "board"]);
  await judge();
  expect((await loadIncidents(desk())).open).toEqual([]);
});

test("alerts are mailed without the queue, which may be what is broken, and through it if that fails", async () => {
  const [runIds, queuedIds]: string[][] = [[], []];
  const run = async (id: string) => {
    if (id === "B") throw new Error("The worker has gone.");
    runIds?.push(id);
  };
  const sendJobs = async (ids: string[]) => void queuedIds?.push(...ids);
  await bypassQueue({ ...staff(), sendJobs }, run).sendJobs(["A", "B", "C"]);
  expect([runIds, queuedIds]).toEqual([["A", "C"], ["B"]]);
});
