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
