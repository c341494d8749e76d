import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailOutbox } from "~/mail/tables.server";
import { openDraft, saveStep } from "~/submission/draft-store.server";
import { draftKeys, submissions } from "~/submission/tables.server";
import { reportFailure } from "../../../workers/jobs/report-failure";
import { sweep } from "../../../workers/jobs/sweep";
import { mailPorts } from "../../../workers/jobs/sweep/mail-ports";
import { type JobsWorld, jobId, jobsWorld } from "../../support/jobs-world";

const DAY = 86_400;
let world: JobsWorld;
beforeAll(async () => {
  world = await jobsWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await world.db.delete(mailOutbox);
  await world.db.delete(draftKeys);
});

function room() {
  const { db, log, now } = world;
  const brand = { name: "Mahogany", supportEmail: "support@mahogany.example" };
  return { db, log, now, brand, staff: "team@mahogany.example", sendJobs: async () => {} };
}
const sweeps = (
  part: string,
  changedStatuses?: () => Promise<{ itemId: string; status: string }[]>,
) => {
  const ports = { ...mailPorts(room(), "https://submit.example.com"), changedStatuses };
  return sweep({ ...world, ports }, 60, [part]);
};
const mails = () => world.db.select().from(mailOutbox);

test("a draft that ends soon brings one mail with one link, however many sweeps see it", async () => {
  await openDraft(world.db, { id: "D", key: "a key", now: world.now() });
  const answers = {
    ...{ artistName: "Ada", firstName: "Ada", surname: "L", email: "ada@example.com", phone: "" },
    ...{ country: "Ireland", city: "Cork", instagramProfile: "", tiktokProfile: "" },
    ...({ spotifyChoice: "", spotifyProfile: "", spotifyArtistName: "" } as const),
    spotifyVerified: false,
  };
  await saveStep(world.db, "D", { step: "artist", answers, completed: true, now: world.now() });
  world.later(13 * DAY);
  await sweeps("warnings");
  // As if the sweep had died before it could remember the warning.
  await world.db.run("UPDATE drafts SET warned_of = NULL");
  await sweeps("warnings");
  const [mail, ...others] = await mails();
  expect([mail?.recipient, others]).toEqual(["ada@example.com", []]);
  expect(mail?.textBody).toMatch(/https:\/\/submit\.example\.com\/submit\/continue\/[\w-]{43}\s/);
  expect(await world.db.$count(draftKeys)).toBe(1);
});

test("a change of status brings one mail, also when the sweep died before it was written down", async () => {
  await world.addJob(jobId(1));
  const live = async () => [{ itemId: "item-S", status: "Live" }];
  await sweeps("board", live);
  await world.db
    .update(submissions)
    .set({ status: "pending", statusHistory: '[{"status":"pending","at":"x"}]' });
  world.later(600);
  await sweeps("board", live);
  const told = await mails();
  expect(told.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["status-change", "ada@example.com"],
  ]);
});

test("an overdue reply brings staff one mail a day, a failed job one at once", async () => {
  await world.addJob(jobId(1));
  world.later(30 * DAY);
  await sweeps("overdue");
  await sweeps("overdue");
  const facts = { id: jobId(1), submissionId: "S", subject: "", requestId: null };
  const failed = { ...facts, state: "failed", attempts: 1, rounds: 0 };
  await reportFailure(room(), { ...failed, type: "sync-board" }, "InvalidColumnIdException: town");
  await reportFailure(room(), { ...failed, type: "send-mail" }, "refused");
  const told = await world.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, "team@mahogany.example"));
  expect(told.map(({ kind }) => kind)).toEqual(["overdue-alert", "staff-alert"]);
  expect(told[1]?.textBody).toContain("InvalidColumnIdException: town");
});
