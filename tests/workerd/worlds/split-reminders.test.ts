import { afterAll, beforeAll, expect, test } from "vitest";
import { releaseDetails, splitConfirmations } from "~/domain/artists/artist-tables.server";
import { letterToken } from "~/domain/artists/splits/split-store.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { sendSplitReminder } from "../../../workers/jobs/sweep/sweep-mails";
import { remindSongwriters } from "../../../workers/jobs/sweep/sweep-parts";
import {
  createJobsFixture,
  type JobsFixture,
  jobId,
  noopSweepActions,
} from "../../support/jobs-fixture";

const secret = "a secret of these tests";
const site = "https://x.example";

let fixture: JobsFixture;
beforeAll(async () => {
  fixture = await createJobsFixture();
  await fixture.reset();
});
afterAll(() => fixture.close());

const sweep = () => {
  const letters = {
    db: fixture.db,
    ids: randomIds,
    brand: { name: "M", supportEmail: "s@x.example", deliveryWeeks: 4 },
    log: fixture.log,
    rules: { site, secret, dailyLimit: 3 },
    sendJobs: async () => {},
    now: fixture.now,
  };
  const remind = (letter: Parameters<typeof sendSplitReminder>[2]) =>
    sendSplitReminder(letters, site, letter);
  return remindSongwriters({ ...fixture, calls: { ...noopSweepActions, remind } });
};

test("a letter without an answer for a week is followed by one reminder, with the same link", async () => {
  const { db, now } = fixture;
  await fixture.addJob(jobId(1));
  const formData = JSON.stringify({ releaseTitle: "Tide", tracks: [] });
  await db.update(submissions).set({ status: "in progress", formData });
  const [release] = await db.select().from(submissions);
  const token = await letterToken(secret, "L1");
  const splitRow = (id: string, extraFields: object = {}) => ({
    id,
    submissionId: release?.id ?? "",
    trackId: "track-1",
    songwriterId: id,
    name: "Bea",
    email: "bea@example.com",
    share: 40,
    splitHash: "h",
    letterId: "L1",
    split: JSON.stringify(["Tide", ["Ada", 60], ["Bea", 40]]),
    tokenHash: "",
    createdAt: addDays(now(), -7).toISOString(),
    updatedAt: now().toISOString(),
    ...extraFields,
  });
  await db
    .insert(splitConfirmations)
    .values([
      splitRow("1", { tokenHash: await sha256Hex(token) }),
      splitRow("2", { letterId: "L2", email: "eve@example.com", state: "confirmed" }),
      splitRow("3", { letterId: "L3", createdAt: addDays(now(), -6).toISOString() }),
      splitRow("5", { letterId: "L5", trackId: "track-2" }),
      splitRow("4", { letterId: "L4", createdAt: addDays(now(), -61).toISOString() }),
    ]);
  // Its second track has turned out to be a cover version.
  const answers = { details: { tracks: [{ id: "track-1" }, { id: "track-2", cover: "yes" }] } };
  await db.insert(releaseDetails).values({
    ...{ submissionId: release?.id ?? "", answers: JSON.stringify(answers) },
    ...{ createdAt: now().toISOString(), updatedAt: now().toISOString() },
  });
  expect(await sweep()).toBe(1);
  const mails = await db.select().from(mailOutbox);
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["split-reminder", "bea@example.com"],
  ]);
  expect(mails[0]?.textBody).toContain(`${site}/split/${token}`);
  expect(mails[0]?.textBody).toContain("Tide: your share: 40%");
  fixture.later(86_400 / 2);
  expect(await sweep()).toBe(0);
  fixture.later(86_400);
  // The third is a week old by now; a release that has gone on reminds nobody.
  await db.update(submissions).set({ status: "processing" });
  expect(await sweep()).toBe(0);
});
