import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestartingApp, startRestartingApp } from "../../support/app-server";
import { openStoreReader, pollUntil } from "../../support/app-stores";
import { createDraftAt } from "../../support/drafts";
import { Visitor } from "../../support/visitor";

let app: RestartingApp;
beforeAll(async () => {
  app = await startRestartingApp({ DEV_TOOLS: "1" });
});
afterAll(() => app.stop());

const event = v.object({
  attempt: v.number(),
  outcome: v.string(),
  reason: v.nullable(v.string()),
});
const job = v.object({
  id: v.string(),
  type: v.string(),
  subject: v.string(),
  state: v.string(),
  lastError: v.nullable(v.string()),
  story: v.array(event),
});
const replySchema = v.object({
  success: v.literal(true),
  jobs: v.optional(v.array(job), []),
  failed: v.optional(v.array(job), []),
});

/** What staff see of the jobs. */
async function findJobs(query: string) {
  const reply = await new Visitor(app.url).send(`/api/jobs${query}`);
  return v.parse(replySchema, await reply.json());
}

/** Creates a submission whose first board call fails, and waits for this state of its board job. */
async function submitInto(mode: string, state: string): Promise<string> {
  const visitor = await createDraftAt("review", {}, new Visitor(app.url));
  await visitor.json("/sandbox/monday/fail", { mode });
  await visitor.post("/submit/review", { intent: "submit" });
  const store = openStoreReader(app.url);
  const latest = "SELECT id FROM submissions ORDER BY id DESC LIMIT 1";
  const id = String((await store.rows(latest))[0]?.id);
  await boardJob(id, (candidate) => candidate.state === state && candidate.story.length > 0);
  return id;
}

const boardJob = (id: string, is: (candidate: v.InferOutput<typeof job>) => boolean) =>
  pollUntil(async () => {
    const { jobs } = await findJobs(`?submissionId=${id}`);
    // The first of them: others follow once the files are on the drive.
    return jobs.find(
      (candidate) => candidate.type === "sync-board" && !candidate.subject && is(candidate),
    );
  }, 50);

test("messages of a lost queue are sent again at the start", async () => {
  const id = await submitInto("http-500", "waiting");
  // As if the delay of the lost message had passed.
  const due = "UPDATE jobs SET due_at = NULL WHERE submission_id = ? RETURNING id";
  await openStoreReader(app.url).rows(due, id);
  await app.halt();
  await app.resume();
  const doneJob = await boardJob(id, ({ state }) => state === "done");
  const outcomes = doneJob.story.map(({ outcome }) => outcome);
  expect(outcomes.at(-1)).toBe("done");
  // On a busy machine the next attempt has begun before the end, and has logged its line as well.
  expect([...new Set(outcomes.slice(0, -1))]).toEqual(["retry"]);
  const reply = await new Visitor(app.url).send("/sandbox/monday/items");
  expect((await reply.text()).split(id)).toHaveLength(2);
});

test("staff see which job failed and why, and can run it again once", async () => {
  const id = await submitInto("unauthorized", "failed");
  const failedJob = (await findJobs("")).failed[0];
  expect(failedJob).toMatchObject({ type: "sync-board", lastError: expect.stringContaining(":") });
  const repeat = () => new Visitor(app.url).json(`/api/jobs/${failedJob?.id}/run-again`, {});
  const replies = await Promise.all([repeat(), repeat()]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const doneJob = await boardJob(id, ({ state }) => state === "done");
  expect(doneJob.story.map(({ outcome }) => outcome)).toEqual(["failed", "run-again", "done"]);
  expect((await findJobs("")).failed).toEqual([]);
});

test("an odd id is refused in plain words", async () => {
  const visitor = new Visitor(app.url);
  expect((await visitor.send("/api/jobs?submissionId=%27")).status).toBe(400);
  const reply = await visitor.json("/api/jobs/of-nobody/run-again", {});
  expect([reply.status, await reply.json()]).toEqual([
    409,
    { success: false, error: "This job hasn't failed, so there's nothing to run again." },
  ]);
});

test("nobody else can see or run jobs", async () => {
  const visitor = new Visitor();
  for (const reply of [
    await visitor.send("/api/jobs"),
    await visitor.send("/api/jobs?submissionId=S"),
    await visitor.json("/api/jobs/J/run-again", {}),
  ])
    expect([reply.status, await reply.json()]).toEqual([
      403,
      { success: false, error: "This page is for the label's staff." },
    ]);
});
