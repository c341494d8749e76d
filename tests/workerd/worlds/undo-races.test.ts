import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { mailStatements } from "~/domain/mail/outbox.server";
import { decide } from "~/domain/review/decide.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { undoDecision } from "~/domain/review/undo-decision.server";
import { UNDO_SECONDS } from "~/domain/review/undo-time";
import { releaseAgreements } from "~/domain/submission/record/signed-agreement.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { claimJob } from "~/jobs/job-claims.server";
import { jobs } from "~/jobs/job-tables.server";
import { addSeconds } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { staffPrincipal } from "../../support/accounts";
import { recordSubmission } from "../../support/board-fixture";
import { deepRuns } from "../../support/deep-runs";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { permissiveMailRules } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";

const fixture = await openForFile(createRaceFixture);
const { db } = fixture.deps;
const decidedAt = new Date("2026-11-23T12:00:00Z");
// A message may come a second early, while there is still time to undo.
const meetingAt = addSeconds(decidedAt, UNDO_SECONDS - 0.5);
const actor = { by: staffPrincipal, requestId: "R" };

async function findItem(id: string, database = db) {
  const item = await findReviewItem(database, id);
  if (!item) throw new Error("It is not in the queue.");
  return item;
}

/** A submission that was just approved. @returns it, and the job of its mail. */
async function approved(id: string) {
  await recordSubmission({ db }, id, {}, decidedAt);
  const history = JSON.stringify([{ status: "pending", at: decidedAt.toISOString() }]);
  await db.update(submissions).set({ statusHistory: history }).where(eq(submissions.id, id));
  const item = await findItem(id);
  const result = await decide(
    {
      ...{ db, clock: () => decidedAt, ids: randomIds, hasBoard: true },
      brand: { name: "Mahogany", supportEmail: "help@label.example" },
      site: permissiveMailRules.site,
      agreements: releaseAgreements,
      mailPart: (mail, when, now) =>
        mailStatements(db, mail, permissiveMailRules, { now, ids: randomIds, when }),
      accountPart: async () => ({ jobIds: [], statements: [] }),
    },
    item,
    { decision: { status: "approved", reason: "" }, seen: item, isUndoable: true },
    actor,
  );
  if (result.kind !== "decided") throw new Error(result.kind);
  return { item: await findItem(id), job: result.heldJobIds[0] ?? "" };
}

test("undo and the worker that takes up the mail meet: exactly one of them wins", async () => {
  const winners = new Set<string>();
  for (let seed = 1; seed <= deepRuns(20, 200); seed++) {
    const id = `U${seed}`;
    const { item, job } = await approved(id);
    const undoIt = (schedule: ScheduleOperation) =>
      undoDecision(
        {
          ...{ db: fixture.databaseFor(schedule), clock: () => meetingAt, ids: randomIds },
          ...{ hasBoard: true, removeAccount: () => [] },
        },
        item,
        item,
        actor,
      ).then(({ kind }) => kind);
    const takeUp = async (schedule: ScheduleOperation) => {
      const claim = await claimJob(fixture.databaseFor(schedule), job, "worker", meetingAt);
      return claim ? "taken" : "nothing";
    };
    // Pressed twice, as by an impatient person.
    const outcomes = await interleave(seededRandom(seed), [undoIt, takeUp, undoIt]);
    const [first, taken, second] = outcomes;
    const { status } = await findItem(id);
    const mails = await db.$count(mailOutbox, eq(mailOutbox.submissionId, id));
    const mailJobs = await db.$count(jobs, eq(jobs.id, job));
    const isUndone = first === "undone" || second === "undone";
    expect([taken, status, mails, mailJobs]).toEqual(
      isUndone ? ["nothing", "pending", 0, 0] : ["taken", "approved", 1, 1],
    );
    expect([first, second].toSorted()).toEqual(isUndone ? ["changed", "undone"] : ["sent", "sent"]);
    winners.add(isUndone ? "undo" : "worker");
  }
  expect([...winners].toSorted()).toEqual(["undo", "worker"]);
});
