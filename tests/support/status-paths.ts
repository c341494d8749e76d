import { eq, sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { takeBoardEvent } from "~/api/board-events";
import { accountStatementsForStatus } from "~/domain/artists/accept-submission.server";
import { artists } from "~/domain/artists/artist-tables.server";
import { confirmEmailChange, requestEmailChange } from "~/domain/artists/email-change.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { serializeItemVersion } from "~/domain/review/decision";
import { findReviewItem } from "~/domain/review/queue.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { decideSeveral } from "~/features/staff/queue/bulk-decide.server";
import { reviewPost } from "~/features/staff/review/review-post.server";
import { randomIds } from "~/platform/ids";
import { parseSettings } from "~/platform/settings";
import { openMailAndAccounts } from "~/services/mail-and-accounts.server";
import { readBoardNews } from "../../workers/jobs/board-statuses";
import { readBoardStatus } from "../../workers/jobs/read-board-status";
import { pullBoardStatuses } from "../../workers/jobs/sweep/board-part";
import type { SweepDeps } from "../../workers/jobs/sweep/sweep-deps";
import { mailActions } from "../../workers/jobs/sweep/sweep-mails";
import { changeItem, insertItem } from "../../workers/sandbox/monday-store";
import { updatesOf } from "../../workers/sandbox/monday-updates-files";
import { staffPrincipal } from "./accounts";
import { recordSubmission } from "./board-fixture";
import { createBoardJobFixture } from "./board-job-fixture";
import { noopSweepActions } from "./jobs-fixture";
import { overtakenDatabase } from "./overtaken-database";

const SITE = "https://submit.example.com";
const SECRET = "the signing secret of the board's app";

/** The ways to change a submission's status. */
export const statusPaths = [
  "staff, one by one",
  "staff, several at once",
  "the board's sweep",
  "an event of the board",
] as const;
type StatusPath = (typeof statusPaths)[number];

const mustExist = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("It is not there.");
  return value;
};

/** A fixture that sets statuses in every way, with accounts and mails as in the site. */
export async function createStatusFixture() {
  const board = await createBoardJobFixture();
  const { sandboxDb, columns, send } = board.fixture;
  let overtake: (() => Promise<unknown>) | undefined;
  const db = overtakenDatabase(
    board.fixture.db,
    /^update "submissions".*"status_history" =/,
    async () => {
      const act = overtake;
      overtake = undefined;
      await act?.();
    },
  );
  let time = new Date("2026-11-21T13:00:00Z");
  const clock = () => {
    time = new Date(time.getTime() + 2_000);
    return time;
  };
  const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), MONDAY_SIGNING_SECRET: SECRET });
  const log = () => undefined;
  const sendJobs = async () => undefined;
  const client = { send, token: "sandbox", now: clock };
  const { mail, accounts } = openMailAndAccounts(settings, {
    connection: { state: "off" },
    db,
    ids: randomIds,
    site: SITE,
  });
  const portal = {
    db,
    clock,
    ids: randomIds,
    settings,
    site: SITE,
    log,
    sendJobs,
    mail,
    artists: { accounts },
    board: board.fixture.board({ now: clock }),
    boardSetup: { connection: { state: "sandbox", boardId: "1", client }, columns },
    scope: { requestId: "R" },
  };
  const typedPortal = portal as unknown as Parameters<typeof takeBoardEvent>[1];

  const setOnBoard = (itemId: string, label: string, reason: string) =>
    changeItem(sandboxDb, itemId, { status: { label }, status_reason: { text: reason } }, clock());

  async function sweeps() {
    const letters = { ...portal, ...mail, now: clock };
    const calls = {
      ...noopSweepActions,
      ...mailActions(letters, SITE),
      accountPart: ((status, condition, now) =>
        accountStatementsForStatus(
          accounts,
          status,
          condition,
          now,
        )) satisfies typeof noopSweepActions.accountPart,
      boardNews: readBoardNews({ ...typedPortal, now: clock }),
    };
    await pullBoardStatuses({ db, log, now: clock, calls } as unknown as SweepDeps);
  }

  async function hears(id: string, itemId: string) {
    const token = await new SignJWT({ accountId: 1 })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience(`${SITE}/api/monday/webhook`)
      .setExpirationTime(new Date(time.getTime() + 300_000))
      .sign(new TextEncoder().encode(SECRET));
    const event = { boardId: 1, pulseId: Number(itemId), columnId: "status" };
    const request = new Request(`${SITE}/api/monday/webhook`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: token },
      body: JSON.stringify({ event: { ...event, type: "update_column_value", value: {} } }),
    });
    const call = request as unknown as Parameters<typeof takeBoardEvent>[0];
    const reply = await takeBoardEvent(call, typedPortal);
    if (reply.status !== 200) throw new Error(`The event was answered ${reply.status}.`);
    const deps = portal as unknown as Parameters<typeof readBoardStatus>[1];
    await readBoardStatus({ submissionId: id }, deps);
  }

  let serial = 0;
  return {
    db,
    clock,
    portal: typedPortal,
    /** Adds a submission with an item on the board. @param row values that differ from the defaults. */
    async submitted(row: Partial<typeof submissions.$inferInsert> = {}) {
      serial += 1;
      const id = `S${serial}`;
      const item = { boardId: "1", name: id, values: {} };
      const { id: itemId } = await insertItem(sandboxDb, item, clock());
      await recordSubmission({ db }, id, {}, clock());
      const timestamp = time.toISOString();
      const statusHistory = JSON.stringify([{ status: "pending", at: timestamp }]);
      const boardStatus = row.status ?? "pending";
      await db
        .update(submissions)
        .set({ boardItemId: itemId, statusHistory, boardStatus, ...row })
        .where(eq(submissions.id, id));
      return id;
    },
    /** Sets a status in one of the ways. @throws Error where it is not set. */
    async sets(path: StatusPath, id: string, status: string, reason = "") {
      const item = mustExist(await findReviewItem(db, id));
      const fields = new URLSearchParams({ intent: "set", status, reason });
      const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
      const itemId = row?.boardItemId ?? "";
      if (path === "staff, one by one") {
        fields.set("revision", String(item.revision));
        await reviewPost({ context: typedPortal, by: staffPrincipal, item, fields });
      } else if (path === "staff, several at once") {
        fields.set("item[]", serializeItemVersion(item));
        await decideSeveral(typedPortal, staffPrincipal, fields);
      } else {
        await setOnBoard(itemId, status, reason);
        await (path === "the board's sweep" ? sweeps() : hears(id, itemId));
      }
      const after = mustExist(await findReviewItem(db, id));
      if (after.status !== status) throw new Error(`${path}: it is ${after.status}.`);
    },
    /** Does something once, just before the next status is written. */
    overtakeNextStatus(act: () => Promise<unknown>) {
      overtake = act;
    },
    /** Creates an account. */
    async account(email: string) {
      const id = randomIds.next(clock());
      await db.insert(artists).values({
        id,
        artistId: `A-${id.slice(-6)}`,
        codeMark: "c",
        email,
        profile: "{}",
        createdAt: time.toISOString(),
        updatedAt: time.toISOString(),
      });
      return id;
    },
    /** Changes an account's address, as the confirmation link does. */
    async confirmsEmail(artistId: string, email: string) {
      const emailChange = { artistId, email, tokenHash: randomIds.secret() };
      await requestEmailChange(db, { ...emailChange, now: clock() });
      mustExist(await confirmEmailChange(db, emailChange.tokenHash, clock()));
    },
    /** The addresses of all accounts, in alphabetical order. */
    accounts: async () =>
      (await db.select().from(artists).where(sql`deleted_at IS NULL`))
        .map(({ email }) => email)
        .sort(),
    /** The mails in the outbox by kind and recipient. */
    mails: async () =>
      (await db.select().from(mailOutbox).orderBy(mailOutbox.id))
        .filter(({ recipient }) => recipient !== "")
        .map(({ kind, recipient }) => [kind, recipient]),
    /** The board does the next change, and its answer is lost. */
    loseNextAnswer: () => board.fails("lost-reply", "mutation"),
    /** The updates of a submission's item on the board. */
    updates: async (id: string) => {
      const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
      return (await updatesOf(sandboxDb, row?.boardItemId ?? "")).map(({ body }) => body);
    },
    ownerOf: async (id: string) =>
      mustExist((await db.select().from(submissions).where(eq(submissions.id, id)))[0]).artistId,
    /** Restores the initial state. */
    async reset() {
      await board.reset();
      for (const table of [artists, mailOutbox, submissions]) await db.delete(table);
    },
    close: () => board.close(),
  };
}
