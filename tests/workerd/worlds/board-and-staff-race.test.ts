import { asc, eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { beginSending, holdMail } from "~/domain/mail/mail-store.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { mailStatements } from "~/domain/mail/outbox.server";
import { boardChangeMail } from "~/domain/mail/status-mail";
import { decide } from "~/domain/review/decide.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { undoDecision } from "~/domain/review/undo-decision.server";
import {
  type Applied,
  applyBoardStatus,
  type BoardStatus,
} from "~/domain/submission/record/board-status.server";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import { submissions } from "~/domain/submission/submission-tables.server";
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

/* The board sets a status while staff decide at the same moment, in every order of their calls. */

const ROUNDS = deepRuns(30, 200);
const brand = { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 };
const historySchema = v.array(v.object({ status: v.string() }));

const fixture = await openForFile(createRaceFixture);

const CREATED = new Date("2026-11-21T12:00:00Z");
const after = (seconds: number) => new Date(CREATED.getTime() + seconds * 1_000);

/** A submission on the board, and those who may change its status; their clocks stand at a second. */
async function onBoard(id: string) {
  const { db } = fixture.deps;
  await recordSubmission({ db }, id, {}, CREATED);
  const statusHistory = JSON.stringify([{ status: "pending", at: CREATED.toISOString() }]);
  const itemId = `item-${id}`;
  await db
    .update(submissions)
    .set({ boardItemId: itemId, statusHistory })
    .where(eq(submissions.id, id));
  const board =
    (seconds: number, boardStatus: Omit<BoardStatus, "itemId">) =>
    (schedule: ScheduleOperation): Promise<Applied> => {
      const taskDatabase = fixture.databaseFor(schedule);
      return applyBoardStatus(
        {
          db: taskDatabase,
          ids: randomIds,
          clock: () => after(seconds),
          statusMail: (change, condition, now) =>
            mailStatements(
              taskDatabase,
              boardChangeMail(change, brand, permissiveMailRules.site),
              permissiveMailRules,
              {
                now,
                ids: randomIds,
                when: condition,
              },
            ),
          accountPart: async () => ({ jobIds: [], statements: [] }),
        },
        { itemId, ...boardStatus },
      );
    };
  const staff =
    (status: "approved" | "rejected" | "processing", reason: string) =>
    async (schedule: ScheduleOperation) => {
      const taskDatabase = fixture.databaseFor(schedule);
      const item = await findReviewItem(taskDatabase, id);
      if (!item) throw new Error("It is not in the queue.");
      return decide(
        {
          db: taskDatabase,
          clock: () => after(60),
          ids: randomIds,
          brand,
          hasBoard: true,
          site: permissiveMailRules.site,
          mailRules: permissiveMailRules,
          accountPart: async () => ({ jobIds: [], statements: [] }),
        },
        item,
        { decision: { status, reason }, seen: item },
        { by: staffPrincipal, requestId: "r1" },
      );
    };
  return { board, staff };
}

/** Every status after the first: those in the history, and those mailed to the artist. */
async function outcome(id: string) {
  const { db } = fixture.deps;
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  const history = v.parse(historySchema, JSON.parse(row?.statusHistory ?? ""));
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.submissionId, id));
  const jobRows = await db.select().from(jobs).where(eq(jobs.submissionId, id));
  return {
    status: row?.status,
    historyStatuses: history.slice(1).map(({ status }) => status),
    mailedStatuses: mails.map(({ dedupeKey }) => dedupeKey.split(":")[2]),
    mailJobs: jobRows.filter(({ type }) => type === "send-mail").length,
  };
}

test("board and staff decide at once: one mail for each status of the history, none for the loser", async () => {
  const winners = new Set<string>();
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const id = `R${seed}`;
    const { board, staff } = await onBoard(id);
    const approval = { status: "Approved", readAt: after(59), changedAt: after(58) };
    const parties: ((schedule: ScheduleOperation) => Promise<{ kind: string }>)[] = [
      board(60, approval),
      staff("rejected", "Too loud"),
      // A second sweep, or an event of the board, with the same status.
      board(60, approval),
    ];
    const outcomes = await interleave(seededRandom(seed), parties);
    const { status, historyStatuses, mailedStatuses, mailJobs } = await outcome(id);
    expect(mailedStatuses.toSorted()).toEqual(historyStatuses.toSorted());
    expect([mailJobs, historyStatuses.at(-1)]).toEqual([historyStatuses.length, status]);
    expect(historyStatuses.filter((status) => status === "approved").length).toBeLessThan(2);
    expect(historyStatuses.includes("rejected")).toBe(outcomes[1]?.kind === "decided");
    winners.add(historyStatuses.join());
  }
  // Each of them wins in some orders, and the second one is refused or changes nothing.
  expect([...winners].toSorted()).toEqual(["approved", "approved,rejected", "rejected"]);
});

test("duplicate, late or reordered events of the board change and mail nothing twice", async () => {
  for (let seed = 1; seed <= deepRuns(10, 50); seed++) {
    const id = `E${seed}`;
    const { board } = await onBoard(id);
    const first = { status: "Approved", changedAt: after(10) };
    const second = { status: "Processing", changedAt: after(20) };
    await interleave(
      seededRandom(seed),
      [first, second, second, first, second].map((event) => board(30, event)),
    );
    const { historyStatuses, mailedStatuses } = await outcome(id);
    expect(new Set(historyStatuses).size).toBe(historyStatuses.length);
    expect(mailedStatuses.toSorted()).toEqual(historyStatuses.toSorted());
    // The board is read some minutes later, and then a late event arrives.
    await interleave(seededRandom(seed), [board(601, { ...second, readAt: after(600) })]);
    await interleave(seededRandom(seed), [board(602, first), board(602, second)]);
    const lastOutcome = await outcome(id);
    expect(lastOutcome.status).toBe("processing");
    expect(lastOutcome.historyStatuses.filter((status) => status === "processing")).toHaveLength(1);
    expect(lastOutcome.mailedStatuses.toSorted()).toEqual(lastOutcome.historyStatuses.toSorted());
  }
});

const { db } = fixture.deps;
const decidedAt = new Date("2026-11-23T12:00:00Z");
const actor = { by: staffPrincipal, requestId: "R" };

async function findItem(id: string, database = db) {
  const item = await findReviewItem(database, id);
  if (!item) throw new Error("It is not in the queue.");
  return item;
}

/** A decision of one person that can be undone. */
async function decideOn(
  id: string,
  status: "in progress" | "approved",
  { at, database }: { at: Date; database: typeof db },
) {
  const item = await findItem(id, database);
  const result = await decide(
    {
      ...{ db: database, clock: () => at, ids: randomIds, hasBoard: true, brand },
      site: permissiveMailRules.site,
      mailRules: permissiveMailRules,
      accountPart: async () => ({ jobIds: [], statements: [] }),
    },
    item,
    { decision: { status, reason: "" }, seen: item, isUndoable: true },
    actor,
  );
  return result.kind;
}

/** A submission that was set to in progress, whose mail is about to leave. */
async function inProgress(id: string) {
  await recordSubmission({ db }, id, {}, decidedAt);
  const history = JSON.stringify([{ status: "pending", at: decidedAt.toISOString() }]);
  await db.update(submissions).set({ statusHistory: history }).where(eq(submissions.id, id));
  await decideOn(id, "in progress", { at: decidedAt, database: db });
}

const mailsOf = (id: string) =>
  db.select().from(mailOutbox).where(eq(mailOutbox.submissionId, id)).orderBy(asc(mailOutbox.id));

const limit = permissiveMailRules.dailyLimit;

/** Does what the job does with a mail. @returns whether its text has left. */
async function send(database: typeof db, mailId: string, now: Date) {
  if (await holdMail(database, mailId, limit, now)) return "kept";
  const isSending = await beginSending(database, mailId, { messageId: "<m>", limit }, now);
  return isSending ? "sent" : "kept";
}

test("a mail leaves just when a later status is set: it goes before, or not at all", async () => {
  const outcomes = new Set<string>();
  for (let seed = 1; seed <= deepRuns(20, 200); seed++) {
    const id = `M${seed}`;
    await inProgress(id);
    const [mail] = await mailsOf(id);
    const at = addSeconds(decidedAt, STATUS_MAIL_SECONDS);
    const [sent] = await interleave(seededRandom(seed), [
      (schedule) => send(fixture.databaseFor(schedule), mail?.id ?? "", at),
      (schedule) => decideOn(id, "approved", { at, database: fixture.databaseFor(schedule) }),
    ]);
    // Whatever was not sent in that moment never is; what was decided last goes in any case.
    const [, last] = await mailsOf(id);
    expect(await send(db, mail?.id ?? "", at)).toBe("kept");
    expect(await send(db, last?.id ?? "", addSeconds(at, STATUS_MAIL_SECONDS))).toBe("sent");
    outcomes.add(sent ?? "");
  }
  expect([...outcomes].toSorted()).toEqual(["kept", "sent"]);
});

test("a later status is undone just when the earlier one's mail is due: that mail goes once", async () => {
  for (let seed = 1; seed <= deepRuns(20, 200); seed++) {
    const id = `U${seed}`;
    await inProgress(id);
    const [mail] = await mailsOf(id);
    const at = addSeconds(decidedAt, STATUS_MAIL_SECONDS);
    await decideOn(id, "approved", { at, database: db });
    const item = await findItem(id);
    const undoIt = (schedule: ScheduleOperation) =>
      undoDecision(
        {
          ...{ db: fixture.databaseFor(schedule), clock: () => at, ids: randomIds },
          ...{ hasBoard: true, removeAccount: () => [] },
        },
        item,
        item,
        actor,
      ).then(({ kind }) => kind);
    // Pressed twice, as by an impatient person.
    const [first, sent, second] = await interleave<string>(seededRandom(seed), [
      undoIt,
      (schedule) => send(fixture.databaseFor(schedule), mail?.id ?? "", at),
      undoIt,
    ]);
    expect([first, second].toSorted()).toEqual(["changed", "undone"]);
    const again = await send(db, mail?.id ?? "", addSeconds(at, 60));
    expect([sent, again].toSorted()).toEqual(["kept", "sent"]);
    expect((await mailsOf(id)).map(({ state }) => state)).toEqual(["sending"]);
    expect(await findItem(id)).toMatchObject({ status: "in progress" });
  }
});
