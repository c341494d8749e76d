import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { findRefusal } from "~/domain/submission/record/board-refusals.server";
import { recordBoardStatus } from "~/domain/submission/record/submission-status.server";
import { jobs } from "~/jobs/job-tables.server";
import { createStatusFixture } from "../../tests/support/status-paths";
import { refuseBoardStatus } from "./refuse-board-status";

const paths = await createStatusFixture();
const { db, portal } = paths;
beforeEach(() => paths.reset());
afterAll(() => paths.close());

const refused = { status: "live", reason: "unsigned" };
const setTo = (path: "the board's sweep" | "an event of the board", id: string, status: string) =>
  paths.sets(path, id, status).catch((error: unknown) => String(error));
const tellJobs = () => db.select().from(jobs).where(eq(jobs.type, "refuse-board-status"));
const tell = (submissionId: string) =>
  refuseBoardStatus({ submissionId, jobId: "J" }, { db, board: portal.board, site: portal.site });

test("what the board says and the portal cannot take over is recorded once, however often it is read", async () => {
  const id = await paths.submitted();
  for (const path of ["the board's sweep", "an event of the board", "the board's sweep"] as const)
    expect(await setTo(path, id, "live")).toContain("it is pending");
  expect(await findRefusal(db, id)).toEqual(refused);
  expect(await tellJobs()).toHaveLength(1);
  await setTo("an event of the board", id, "rejected");
  expect(await findRefusal(db, id)).toEqual({ status: "rejected", reason: "no-reason" });
  expect(await tellJobs()).toHaveLength(1);
});

test("it is settled by a reason, by the board set back, and by the status written from here", async () => {
  const [first, second, third, fourth] = [
    await paths.submitted(),
    await paths.submitted(),
    await paths.submitted(),
    await paths.submitted(),
  ];
  await setTo("the board's sweep", first, "rejected");
  await paths.sets("the board's sweep", first, "rejected", "Too quiet.");
  await setTo("an event of the board", second, "live");
  await setTo("an event of the board", second, "pending");
  await setTo("the board's sweep", fourth, "live");
  await setTo("the board's sweep", fourth, "pending");
  await setTo("the board's sweep", third, "live");
  await recordBoardStatus(db, third, "pending", paths.clock());
  for (const id of [first, second, third, fourth])
    expect(await findRefusal(db, id)).toBeUndefined();
});

test("the board's item gets it in words, once, also where its answer was lost", async () => {
  const id = await paths.submitted();
  await setTo("the board's sweep", id, "live");
  await paths.loseNextAnswer();
  expect((await tell(id)).kind).toBe("retry");
  expect(await tell(id)).toEqual({ kind: "done" });
  expect(await tell(id)).toEqual({ kind: "done" });
  const updates = await paths.updates(id);
  expect(updates).toHaveLength(1);
  expect(updates[0]).toContain("The board says Live. The portal still says Pending");
  expect(updates[0]).toContain(`/staff/submissions/${id}`);
});
