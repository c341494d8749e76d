import { eq, sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { beforeEach, expect, test } from "vitest";
import { takeBoardEvent } from "~/api/board-events";
import { tellsOfChanges } from "~/domain/board/board-reading.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { defaultColumns } from "~/integrations/board/column-map";
import { jobs, sweepRuns } from "~/jobs/job-tables.server";
import { randomIds } from "~/platform/ids";
import { readBoardStatus } from "../../../workers/jobs/read-board-status";
import { changeItem } from "../../../workers/sandbox/monday-store";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { deepRuns } from "../../support/deep-runs";
import { permissiveMailRules } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";

/* The board's webhook: which events are accepted, what they change, and which limits apply. */

const SITE = "https://submit.example.com";
const SECRET = "the signing secret of the board's app";
const brand = { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 };

let clock: Date;
const board = await openForFile(createBoardJobFixture);
beforeEach(async () => {
  await board.reset();
  await board.fixture.db.delete(mailOutbox);
  clock = new Date("2026-11-21T13:00:00Z");
});

function createDesk(secret: string | undefined = SECRET) {
  const { db, log, send } = board.fixture;
  const jobIds: string[] = [];
  const now = () => clock;
  const client = { send, token: "sandbox", now };
  const connection = { state: "sandbox", boardId: "1", client };
  return {
    sent: jobIds,
    db,
    log,
    ids: randomIds,
    clock: now,
    site: SITE,
    settings: { MONDAY_SIGNING_SECRET: secret },
    scope: { requestId: "R" },
    mail: { brand, rules: permissiveMailRules },
    artists: { accounts: { senderOf: async () => undefined } },
    board: board.fixture.board({ now }),
    boardSetup: { connection, columns: async () => defaultColumns },
    sendJobs: async (ids: string[]) => void jobIds.push(...ids),
  };
}
type Desk = ReturnType<typeof createDesk>;

async function signature(claims: { secret?: string; audience?: string; exp?: Date } = {}) {
  const { secret = SECRET, audience = `${SITE}/api/monday/webhook` } = claims;
  const { exp = new Date(clock.getTime() + 300_000) } = claims;
  return new SignJWT({ accountId: 1 })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(audience)
    .setExpirationTime(exp)
    .sign(new TextEncoder().encode(secret));
}

/** Sends a webhook call. @returns its status and body. */
async function postEvent(desk: Desk, body: unknown, authorization?: string) {
  const request = new Request(`${SITE}/api/monday/webhook`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(authorization === undefined ? {} : { Authorization: authorization }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const [call, portal] = [request, desk] as unknown as Parameters<typeof takeBoardEvent>;
  const reply = await takeBoardEvent(call, portal);
  return { status: reply.status, said: (await reply.json()) as Record<string, unknown> };
}
const event = (
  itemId: string,
  columnId = "status",
  boardId: string | number = 1,
  value: unknown = {},
) => ({
  event: { boardId, pulseId: Number(itemId), columnId, type: "update_column_value", value },
});
const labelled = (itemId: string, text: string) =>
  event(itemId, "status", 1, { label: { index: 1, text }, post_id: null });

/** A submission with an item on the board. */
async function onBoard() {
  const ids = await board.recorded();
  await board.run(ids.sync);
  const itemId = (await board.storedItem(ids.submission)) ?? "";
  const timestamp = "2026-11-21T12:00:00.000Z";
  const statusHistory = JSON.stringify([{ status: "pending", at: timestamp }]);
  const ownRow = eq(submissions.id, ids.submission);
  await board.fixture.db.update(submissions).set({ statusHistory }).where(ownRow);
  return { id: ids.submission, itemId };
}
const set = (itemId: string, label: string, reason = "") =>
  changeItem(
    board.fixture.sandboxDb,
    itemId,
    { status: { label }, status_reason: { text: reason } },
    clock,
  );
const history = async (id: string) => {
  const [row] = await board.fixture.db.select().from(submissions).where(eq(submissions.id, id));
  return (JSON.parse(row?.statusHistory ?? "[]") as { status: string }[]).map(
    ({ status }) => status,
  );
};
const subjects = async () =>
  (await board.fixture.db.select().from(mailOutbox)).map(({ subject }) => subject);
/** Runs the jobs that read the board, as the worker does. */
async function run(desk: Desk, id: string) {
  const deps = desk as unknown as Parameters<typeof readBoardStatus>[1];
  const waiting = await readings(id, "waiting");
  for (const { id: jobId } of waiting) {
    await readBoardStatus({ submissionId: id }, deps);
    await board.fixture.db.update(jobs).set({ state: "done" }).where(eq(jobs.id, jobId));
  }
  return waiting.length;
}
const readings = async (id: string, state?: string) => {
  const all = await board.fixture.db.select().from(jobs).where(eq(jobs.submissionId, id));
  return all.filter(
    (job) => job.type === "read-board-status" && (state === undefined || job.state === state),
  );
};

test("the challenge is returned to the board, and without a secret the webhook says that it is off", async () => {
  expect(await postEvent(createDesk(), { challenge: "3eZbrw1aBm2rZgRNFdxV2595" })).toEqual({
    status: 200,
    said: { challenge: "3eZbrw1aBm2rZgRNFdxV2595" },
  });
  const off = {
    ...createDesk(),
    settings: { MONDAY_SIGNING_SECRET: undefined },
  } as unknown as Desk;
  expect(await postEvent(off, { challenge: "x" })).toMatchObject({
    status: 503,
    said: { error: "Events of the board are off. Set MONDAY_SIGNING_SECRET to take them." },
  });
});

test.each([
  ["by nobody", async () => undefined],
  ["by another secret", () => signature({ secret: "another secret altogether" })],
  ["for another address", () => signature({ audience: "https://elsewhere.example/hook" })],
  ["a while ago", () => signature({ exp: new Date(clock.getTime() - 1_000) })],
  ["in a word that is none", async () => "Bearer a.b.c"],
  [
    "with no algorithm",
    async () => `${btoa('{"alg":"none"}')}.${btoa('{"aud":"x"}')}.`.replaceAll("=", ""),
  ],
])("an event that is signed %s is refused without effect", async (_, sign) => {
  const { id, itemId } = await onBoard();
  const desk = createDesk();
  expect(await postEvent(desk, event(itemId), await sign())).toMatchObject({ status: 401 });
  expect([desk.sent, await readings(id)]).toEqual([[], []]);
});

test("a status set on the board reaches the artist with the next read, with one mail", async () => {
  const { id, itemId } = await onBoard();
  const desk = createDesk();
  await set(itemId, "Approved");
  expect(await postEvent(desk, event(itemId), await signature())).toEqual({
    status: 200,
    said: { success: true, asked: true },
  });
  expect(desk.sent).toHaveLength(1);
  clock = new Date(clock.getTime() + 2_000);
  await run(desk, id);
  expect(await history(id)).toEqual(["pending", "approved"]);
  expect(await subjects()).toEqual([expect.stringContaining("Yes, we want to release it")]);
});

test("an event from before an invitation was submitted does not change the submission", async () => {
  const { id, itemId } = await onBoard();
  const { db } = board.fixture;
  const createdAt = "2026-11-21T13:00:00.000Z";
  await db.update(submissions).set({ entry: "invited", createdAt }).where(eq(submissions.id, id));
  const desk = createDesk();
  const tick = () => {
    clock = new Date(clock.getTime() + 2_000);
  };
  await set(itemId, "Approved");
  tick();
  await postEvent(desk, event(itemId), await signature());
  await run(desk, id);
  expect([await history(id), await subjects()]).toEqual([["pending"], []]);
  await set(itemId, "Processing");
  tick();
  await postEvent(desk, event(itemId), await signature());
  await run(desk, id);
  expect(await history(id)).toEqual(["pending", "processing"]);
});

test("the mail describes a catalogue transfer, which has no title", async () => {
  const { id, itemId } = await onBoard();
  const { db } = board.fixture;
  const form = sql`json_set(${submissions.formData}, '$.uploadType', 'transfer')`;
  const ownRow = eq(submissions.id, id);
  await db.update(submissions).set({ releaseTitle: "", formData: form }).where(ownRow);
  const desk = createDesk();
  await set(itemId, "Approved");
  await postEvent(desk, event(itemId), await signature());
  clock = new Date(clock.getTime() + 2_000);
  await run(desk, id);
  const [mail] = await db.select().from(mailOutbox);
  expect(mail?.textBody).toContain("Release: Catalogue transfer");
});

test("duplicate, late or reordered events change nothing twice, because the board itself is read", async () => {
  const { id, itemId } = await onBoard();
  const desk = createDesk();
  const token = await signature();
  const tick = () => {
    clock = new Date(clock.getTime() + 5_000);
  };
  await set(itemId, "Approved");
  const approval = event(itemId);
  await postEvent(desk, approval, token);
  tick();
  await run(desk, id);
  await set(itemId, "Processing");
  tick();
  for (const boardEvent of [event(itemId), approval, approval]) {
    await postEvent(desk, boardEvent, token);
    await run(desk, id);
    tick();
  }
  expect(await history(id)).toEqual(["pending", "approved", "processing"]);
  expect(await subjects()).toHaveLength(2);
});

test("an event that says what is known is no reason to read the board", async () => {
  const { id, itemId } = await onBoard();
  const desk = createDesk();
  const token = await signature();
  const asked = async (body: unknown) => (await postEvent(desk, body, token)).said.asked;
  // The echo of what was written there, and of its reason.
  expect(await asked(labelled(itemId, "PENDING"))).toBe(false);
  expect(await asked(event(itemId, "status_reason"))).toBe(false);
  expect(await readings(id)).toEqual([]);
  // What is new, what says nothing, and what cannot be understood.
  for (const value of [{ label: { text: "Approved" } }, {}, { label: 7 }, null]) {
    expect(await asked(event(itemId, "status", 1, value))).toBe(true);
    await board.fixture.db.update(jobs).set({ state: "done" }).where(eq(jobs.submissionId, id));
  }
});

test("a reason is read where one was missing, and while a reading may have missed it", async () => {
  const { id, itemId } = await onBoard();
  const desk = createDesk();
  const token = await signature();
  const asked = async (body: unknown) => (await postEvent(desk, body, token)).said.asked;
  await set(itemId, "Rejected");
  expect(await asked(labelled(itemId, "Rejected"))).toBe(true);
  // The reading that waits sees the reason, too; one that runs may be past it.
  expect(await asked(event(itemId, "status_reason"))).toBe(false);
  await board.fixture.db.update(jobs).set({ state: "running" }).where(eq(jobs.submissionId, id));
  expect(await asked(event(itemId, "status_reason"))).toBe(true);
  clock = new Date(clock.getTime() + 2_000);
  await run(desk, id);
  expect(await history(id)).toEqual(["pending"]);
  await board.fixture.db.update(jobs).set({ state: "done" }).where(eq(jobs.submissionId, id));
  await set(itemId, "Rejected", "Too loud.");
  expect(await asked(event(itemId, "status_reason"))).toBe(true);
  clock = new Date(clock.getTime() + 2_000);
  await run(desk, id);
  expect(await history(id)).toEqual(["pending", "rejected"]);
});

test("events show that the board tells of its changes; others do not", async () => {
  const { itemId } = await onBoard();
  const { db } = board.fixture;
  await db.delete(sweepRuns);
  const desk = createDesk();
  await postEvent(desk, event(itemId), await signature({ secret: "another secret altogether" }));
  for (const other of [event(itemId, "artist_name"), event(itemId, "status", 2)])
    await postEvent(desk, other, await signature());
  expect(await tellsOfChanges(db, clock)).toBe(false);
  await postEvent(desk, event("999999"), await signature());
  expect(await tellsOfChanges(db, clock)).toBe(true);
});

const EVENTS = deepRuns(1_000, 10_000);

test(`${EVENTS} events of one item make one reading, and one more while that is under way`, async () => {
  const { id, itemId } = await onBoard();
  const desk = createDesk();
  const token = await signature();
  for (let n = 0; n < EVENTS; n += 250)
    await Promise.all(Array.from({ length: 250 }, () => postEvent(desk, event(itemId), token)));
  expect([desk.sent.length, (await readings(id)).length]).toEqual([1, 1]);
  await board.fixture.db
    .update(jobs)
    .set({ state: "running" })
    .where(eq(jobs.id, desk.sent[0] ?? ""));
  for (let n = 0; n < 20; n++) await postEvent(desk, event(itemId), token);
  expect([desk.sent.length, (await readings(id)).length]).toEqual([2, 2]);
  await board.fixture.db.update(jobs).set({ state: "done" });
  for (let n = 0; n < 20; n++) await postEvent(desk, event(itemId), token);
  expect([desk.sent.length, (await readings(id)).length]).toEqual([3, 2]);
});

test("events without one of our statuses are accepted and ignored", async () => {
  const { id, itemId } = await onBoard();
  const desk = createDesk();
  const token = await signature();
  for (const boardEvent of [
    event("999999"),
    event(itemId, "artist_name"),
    event(itemId, "status", 2),
  ])
    expect(await postEvent(desk, boardEvent, token)).toEqual({
      status: 200,
      said: { success: true, asked: false },
    });
  expect([desk.sent, await readings(id)]).toEqual([[], []]);
});

test.each([
  ["no JSON", "{", 400],
  ["of another form", { event: { boardId: [] } }, 400],
  ["larger than any event", `{"event":"${"x".repeat(40_000)}"}`, 413],
])("a signed body that is %s is refused with its message", async (_, body, status) => {
  expect(await postEvent(createDesk(), body, await signature())).toMatchObject({
    status,
    said: { success: false, error: expect.any(String) },
  });
});
