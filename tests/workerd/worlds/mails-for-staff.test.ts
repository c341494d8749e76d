import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runJobAgain } from "~/api/jobs";
import { showOutbox } from "~/api/mails";
import { queueMail } from "~/mail/outbox.server";
import { mailOutbox } from "~/mail/tables.server";
import { jobs } from "~/platform/jobs/tables.server";
import { parseSettings } from "~/platform/settings";
import { type JobsWorld, jobId, jobsWorld } from "../../support/jobs-world";
import { someMail } from "../../support/mail-world";

let world: JobsWorld;
beforeAll(async () => {
  world = await jobsWorld();
});
afterAll(() => world.close());
const sent: string[] = [];
beforeEach(async () => {
  await world.reset();
  await world.db.delete(mailOutbox);
  sent.length = 0;
});

function portal(DEV_TOOLS = "1") {
  const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), DEV_TOOLS });
  const sendJobs = async (ids: string[]) => void sent.push(...ids);
  return { db: world.db, settings, sendJobs, clock: world.now, log: world.log };
}
type Call = Parameters<typeof runJobAgain>[0];
// itty-router only adds to the request what the route does not read, and its parameters.
const call = (path: string, init?: RequestInit, params = {}) =>
  Object.assign(new Request(`http://localhost:8788${path}`, init), { params }) as unknown as Call;

async function runAgain(id: string, body?: unknown, devTools?: string) {
  const headers = { "Content-Type": "application/json" };
  const json = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const init = { method: "POST", ...json };
  const reply = await runJobAgain(
    call(`/api/jobs/${id}/run-again`, init, { id }),
    portal(devTools),
  );
  return { status: reply.status, ...((await reply.json()) as { error?: string }) };
}
async function outbox(query = "", devTools?: string) {
  const reply = await showOutbox(call(`/api/mails${query}`), portal(devTools));
  return { status: reply.status, ...((await reply.json()) as { mails?: unknown[] }) };
}

/** A mail in a state, its job at rest. */
async function mail(state: string, jobState = "failed") {
  const written = await queueMail(world.db, someMail(), world.now());
  if (!written) throw new Error("There is such a mail already");
  await world.db.update(mailOutbox).set({ state }).where(eq(mailOutbox.id, written.mailId));
  await world.db.update(jobs).set({ state: jobState }).where(eq(jobs.id, written.jobId));
  return written;
}

test("an unconfirmed mail goes out again only when staff say that it may arrive twice", async () => {
  const { jobId: id } = await mail("unconfirmed");
  for (const body of [undefined, {}, { mayArriveTwice: false }])
    expect(await runAgain(id, body)).toMatchObject({
      status: 409,
      error: expect.stringContaining('{"mayArriveTwice": true}'),
    });
  expect(sent).toEqual([]);
  expect(await runAgain(id, { mayArriveTwice: true })).toMatchObject({ status: 200 });
  expect(sent).toEqual([id]);
  expect(await world.job(id)).toMatchObject({ state: "waiting", attempts: 0 });
  // A second click while it is on its way changes nothing.
  expect((await runAgain(id, { mayArriveTwice: true })).error).toContain("on its way");
  expect(sent).toEqual([id]);
});

test.each([
  ["failed", "failed", 200],
  ["waiting", "done", 200],
  ["waiting", "waiting", 409],
  ["sending", "failed", 409],
  ["sent", "done", 409],
] as const)("a mail that is %s, its job %s, is answered %d", async (state, jobState, status) => {
  const { jobId: id } = await mail(state, jobState);
  expect((await runAgain(id)).status).toBe(status);
  expect(sent).toEqual(status === 200 ? [id] : []);
});

test.each([[{ mayArriveTwice: "yes" }], [{ twice: true }], ["true"], [null]])(
  "a body that is %j is refused and nothing is sent",
  async (body) => {
    const { jobId: id } = await mail("unconfirmed");
    expect((await runAgain(id, body)).status).toBe(400);
    expect(sent).toEqual([]);
  },
);

test("other jobs run again as before, with or without a body", async () => {
  await world.addJob(jobId(1));
  expect((await runAgain(jobId(1))).status).toBe(409);
  await world.db.update(jobs).set({ state: "failed" });
  expect((await runAgain(jobId(1), {})).status).toBe(200);
  expect(sent).toEqual([jobId(1)]);
  for (const id of ["unknown", "", "../x"]) expect((await runAgain(id)).status).toBe(409);
});

test("staff read the outbox, each mail with its job; nobody else does either", async () => {
  const first = await mail("sent", "done");
  world.later(1);
  const second = await mail("unconfirmed");
  const { mails } = await outbox();
  expect(mails).toMatchObject([
    { id: second.mailId, jobId: second.jobId, state: "unconfirmed", recipient: "ada@example.com" },
    { id: first.mailId, jobId: first.jobId, textBody: expect.stringContaining("Hello Ada") },
  ]);
  expect((await outbox("?state=sent")).mails).toHaveLength(1);
  expect((await outbox("?state=lost")).status).toBe(400);
  expect((await outbox("", "0")).status).toBe(403);
  expect((await runAgain(second.jobId, { mayArriveTwice: true }, "0")).status).toBe(403);
});
