import { beforeEach, expect, test } from "vitest";
import { pollUntil } from "../../support/app-stores";
import { boardApp } from "../../support/board-app";
import { openForFile } from "../../support/open-for-file";

/* Tests with the real delays of the queue and the real timeout for a board that does not answer. */

const app = await openForFile(boardApp);
beforeEach(() => app.reset());

test.each([
  ["complexity", "any", "retry COMPLEXITY_BUDGET_EXHAUSTED"],
  ["lost-reply", "CreateItem", "retry NO_REPLY"],
])(
  "after %s at %s the queue brings the job again: one item, one update",
  async (mode, at, expectedTurn) => {
    await app.tell("fail", { mode, call: at });
    const { id, jobId } = await app.submitted();
    await app.jobIs(jobId, "done");
    await app.theOne(id);
    // The job runs once more when the folder was created while it wrote to the board.
    const attempts = (await app.story(jobId)).filter((turn) => turn !== "again more-to-write");
    const [first, second, ...others] = attempts;
    expect([first, others]).toEqual([expectedTurn, []]);
    expect(second).toMatch(/^done/);
  },
);

test("a worker whose job is taken over while it waits for the board logs that it lost the job", async () => {
  await app.tell("fail", { mode: "silent", call: "CreateItem" });
  const { id, jobId } = await app.submitted();
  await app.jobIs(jobId, "running");
  // As if its lease had run out and another worker had the job by now.
  await app.rows("UPDATE jobs SET lease_token = 'another' WHERE id = ? RETURNING id", jobId);
  const jobLost = async () => (app.output().includes('"event":"job.lost"') ? true : undefined);
  await pollUntil(jobLost, 60);
  await app.rows(
    "UPDATE jobs SET state = 'waiting', lease_token = NULL, lease_until = NULL WHERE id = ? RETURNING id",
    jobId,
  );
  await app.staff.json("/sandbox/window/messages", { bodies: [{ version: 1, jobId }] });
  await app.jobIs(jobId, "done");
  await app.theOne(id);
});
