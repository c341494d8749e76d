import { expect, test } from "vitest";
import { openAppStores, pollUntil } from "../support/app-stores";
import { createDraftAt, findDraftRow, SONG } from "../support/drafts";
import { findLogLines } from "../support/log-lines";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";
import { beginDirectUpload, finishDirectUpload, readApiReply } from "../support/upload-calls";
import { Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const findDraftId = async (visitor: Visitor) => (await findDraftRow(inside, visitor)).id;
const submit = (visitor: Visitor) => visitor.post("/submit/review", { intent: "submit" });

async function fail(visitor: Visitor, at: string, times = 1): Promise<void> {
  const failure = { times, only: `${at} ${await findDraftId(visitor)}` };
  expect((await visitor.json("/sandbox/site/fail", failure)).status).toBe(200);
}

/** Everything that recording a draft would have stored. */
async function recordTraces(visitor: Visitor) {
  const id = await findDraftId(visitor);
  const [draft] = await inside.rows("SELECT submitted_at FROM drafts WHERE id = ?", id);
  const submissions = await inside.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  // Jobs of other submissions come and go meanwhile; one of a lost record belongs to none.
  const [jobs] = await inside.rows(
    `SELECT count(*) AS n FROM jobs WHERE submission_id NOT IN
       (SELECT id FROM submissions WHERE draft_id IS NOT ?)`,
    id,
  );
  return { submittedAt: draft?.submitted_at, submissions: submissions.length, jobs: jobs?.n };
}

test.each([
  ["open", "Failed to create monday.com entry"],
  ["returning", "Failed to create monday.com entry"],
  ["invited", "Failed to update monday.com entry via invitation"],
])(
  "a record of the entry '%s' that fails says so, leaves nothing, and works on retry",
  async (entry, text) => {
    const visitor = await createDraftAt("review");
    const draftId = await findDraftId(visitor);
    await inside.rows("UPDATE drafts SET entry = ? WHERE id = ?", entry, draftId);
    const before = await recordTraces(visitor);
    expect(before).toMatchObject({ submittedAt: null, submissions: 0 });
    await fail(visitor, "record");
    const reply = await submit(visitor);
    expect(reply.status).toBe(503);
    const page = pageText(await reply.text());
    expect(page).toContain(text);
    expect(page).not.toMatch(/drill/i);
    expect(await recordTraces(visitor)).toEqual(before);

    const repeated = await submit(visitor);
    expect(repeated.headers.get("Location")).toBe("/submit/success");
    expect(await recordTraces(visitor)).toMatchObject({ submissions: 1 });
    // The line of the success is printed after that of the failure.
    await pollUntil(async () => findLogLines({ event: "submission.recorded", draftId })[0]);
    const lines = findLogLines({ event: "submission.not-recorded", draftId });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: "error",
      reason: expect.stringContaining("InjectedFaultError"),
    });
  },
);

test("a failure set for one draft affects no other", async () => {
  const [target, other] = [await createDraftAt("review"), await createDraftAt("review")];
  await fail(target, "record");
  expect((await submit(other)).headers.get("Location")).toBe("/submit/success");
  expect((await submit(target)).status).toBe(503);
});

test("a failure set for any draft affects the next one", async () => {
  const visitor = await createDraftAt("review");
  expect((await visitor.json("/sandbox/site/fail", { only: "record" })).status).toBe(200);
  expect((await submit(visitor)).status).toBe(503);
  expect((await submit(visitor)).status).toBe(302);
});

test("a failure happens as often as it was set", async () => {
  const visitor = await createDraftAt("review");
  await fail(visitor, "record", 2);
  const statuses = [await submit(visitor), await submit(visitor), await submit(visitor)];
  expect(statuses.map(({ status }) => status)).toEqual([503, 503, 302]);
});

test("an upload can be made to fail at its start and at its end", async () => {
  const visitor = await createDraftAt("music");
  await fail(visitor, "upload-start");
  const startReply = await visitor.json("/api/cloud-storage/upload-url", {
    ...SONG,
    fileSize: 100,
  });
  expect(startReply.status).toBe(503);
  expect(await startReply.json()).toEqual({
    success: false,
    error: "We can't take this file just now. Nothing is lost; try again in a minute.",
    details: expect.stringMatching(/^Reference for support: \S+$/),
  });
  const plan = await beginDirectUpload(visitor, 100);
  await fail(visitor, "upload-finish");
  const finishReply = await finishDirectUpload(visitor, plan);
  expect(finishReply).toEqual({
    status: 503,
    body: {
      success: false,
      error: "We couldn't check this file just now. What you sent is kept; try again in a minute.",
      details: expect.stringMatching(/^Reference for support: \S+$/),
    },
  });
  // Not one part has been sent.
  expect((await finishDirectUpload(visitor, plan)).status).toBe(409);
});

test.each([
  ["an unknown fault", { mode: "everything" }],
  ["a number that is none", { only: "record", times: -1 }],
  ["too much", { only: "record", always: true }],
])("the sandbox refuses a drill with %s", async (_, failure) => {
  expect((await readApiReply(new Visitor().json("/sandbox/site/fail", failure))).status).toBe(400);
});
