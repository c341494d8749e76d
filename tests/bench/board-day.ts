import { eq } from "drizzle-orm";
import type { BoardLinks } from "~/domain/board/board";
import { submissions } from "~/domain/submission/submission-tables.server";
import { randomIds } from "~/platform/ids";
import { enqueueFollowUps } from "../../workers/jobs/follow-up";
import { changeItem } from "../../workers/sandbox/monday-store";
import { recordSubmission } from "../support/board-fixture";
import { submissionRow } from "../support/submission-row";
import { openBoardWorld } from "./board-world";

/** Midnight, as the board begins to count. */
const MIDNIGHT = Date.UTC(2026, 10, 23);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** A decision follows a submission after so long, at no round time; the last are decided the next day. */
const DECISION_MS = 2 * HOUR + 211_000;
/** Before the day, for submissions that are decided within it. */
const EVENING_MS = 4 * HOUR;
/** Clips and folder are there after this. */
const LINKS_MS = 40_000;
/** An event takes this long. */
const EVENT_MS = 3_000;
/** The share of submissions that go live, by a further status and with details of the artist. */
const TAKEN_SHARE = 0.2;

export interface Day {
  submissions: number;
  /** Items of earlier days that wait for a decision. */
  waiting: number;
  hasEvents: boolean;
  /** Of so many events one is lost; 0: none. */
  losesOneOf: number;
}

export interface DayOfCalls {
  /** By the name of the call. */
  calls: ReadonlyMap<string, number>;
  /** Those that are made whether or not anything is submitted. */
  fixedCalls: number;
  /** Until a change on the board was taken over. */
  longestWaitMs: number;
  lostEvents: number;
}

/** The questions that the sweep asks by itself. */
const FIXED = ["ChangedItems", "NextChangedItems", "CheckBoard"];

/**
 * Runs a day of the board's jobs, events and sweeps. Half of the decisions are made in the portal, half
 * on the board; those of the first hours are about submissions of the day before.
 * @throws Error where a status was not taken over by the end of the day.
 */
export async function runBoardDay(day: Day): Promise<DayOfCalls> {
  let time = MIDNIGHT - EVENING_MS;
  const now = () => new Date(time);
  const links = new Map<string, Partial<BoardLinks>>();
  const world = await openBoardWorld(now, (id) => links.get(id) ?? {});
  const { db, sandboxDb, calls } = world;
  const actions: { at: number; run: () => Promise<void> }[] = [];
  const plan = (at: number, run: () => Promise<void>) => void actions.push({ at, run });
  const followUp = (id: string) =>
    enqueueFollowUps(
      { db, ids: randomIds, clock: now, sendJobs: async () => {} },
      { jobId: "bench", submissionId: id },
      ["sync-board"],
    );
  const itemOf = async (id: string) => {
    const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
    if (!row?.boardItemId) throw new Error(`${id} has no item.`);
    return row.boardItemId;
  };
  const known = new Map<string, string>();
  let events = 0;
  let lostEvents = 0;

  /** Plans the events of an item whose status has changed, two where it also has a reason. */
  function planEvents(itemId: string, label: string, reason: string): void {
    if (!day.hasEvents) return;
    const columns: [string, unknown][] = [["status", { label: { text: label } }]];
    if (reason) columns.push(["status_reason", { text: reason }]);
    for (const [column, value] of columns) {
      events += 1;
      const isLost = day.losesOneOf > 0 && events % day.losesOneOf === 0;
      if (isLost) lostEvents += 1;
      else plan(time + EVENT_MS, () => world.tell(itemId, column, value));
    }
  }

  let longestWaitMs = 0;
  const pending = new Map<string, number>();
  async function decide(id: string, n: number, label: string, reason = ""): Promise<void> {
    known.set(id, label.toLowerCase());
    const itemId = await itemOf(id);
    if (n % 2 === 0) await world.decide(id, label.toLowerCase(), reason || undefined);
    else {
      const values = { status: { label }, status_reason: { text: reason } };
      await changeItem(sandboxDb, itemId, values, now());
      pending.set(id, time);
    }
    planEvents(itemId, label, reason);
  }

  /** Plans what becomes of a submission, from its decision on. */
  function planFate(id: string, n: number, at: number): void {
    const isTaken = n % Math.round(1 / TAKEN_SHARE) === 0;
    // In either place as often, whatever the decision.
    const side = Math.floor(n / 2);
    plan(at, () =>
      decide(id, side, isTaken ? "Approved" : "Rejected", isTaken ? "" : "Not for us."),
    );
    if (!isTaken) return;
    plan(at + HOUR / 2, async () => {
      const release = [["Label", "Mahogany"]] as const;
      const details = { sentAt: now().toISOString(), release, tracks: [] };
      links.set(id, { ...links.get(id), details: details as unknown as BoardLinks["details"] });
      await followUp(id);
    });
    plan(at + HOUR, () => decide(id, side + 1, "Processing"));
  }

  function planSubmission(n: number, at: number): void {
    const id = `S${n}`;
    plan(at, async () => {
      await recordSubmission({ db }, id, { "sync-board": randomIds.next(now()) }, now());
      const statusHistory = JSON.stringify([{ status: "pending", at: now().toISOString() }]);
      await db.update(submissions).set({ statusHistory }).where(eq(submissions.id, id));
    });
    plan(at + LINKS_MS, async () => {
      links.set(id, { folder: `https://drive.example/${id}` });
      await followUp(id);
    });
    planFate(id, n, at + DECISION_MS);
  }

  /** Whether what was changed on the board has arrived. */
  async function noteArrivals(): Promise<void> {
    for (const [id, since] of pending) {
      const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
      if (row?.status !== known.get(id)) continue;
      longestWaitMs = Math.max(longestWaitMs, time - since);
      pending.delete(id);
    }
  }

  async function runUntil(end: number): Promise<void> {
    for (let sweepAt = time; time < end; ) {
      actions.sort((a, b) => a.at - b.at);
      const next = actions[0];
      time = Math.min(next?.at ?? end, sweepAt, end);
      if (next?.at === time) {
        actions.shift();
        await next.run();
        await world.runDueJobs();
      } else if (time === sweepAt) {
        await world.sweep();
        sweepAt += 5 * MINUTE;
      }
      await noteArrivals();
    }
  }

  try {
    await addWaiting(day.waiting);
    const every = DAY / day.submissions;
    // The evening before, whose decisions fall into the day.
    const before = Math.ceil((DECISION_MS + HOUR) / every);
    for (let n = -before; n < day.submissions; n++)
      planSubmission(n + before, MIDNIGHT + (n + 0.5) * every);
    await runUntil(MIDNIGHT);
    calls.length = 0;
    [longestWaitMs, lostEvents] = [0, 0];
    await runUntil(MIDNIGHT + DAY);
    if ([...pending.values()].some((since) => since < time - HOUR - MINUTE))
      throw new Error("A status of the board was not taken over within an hour.");
    const counts = new Map<string, number>();
    for (const name of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
    const fixedCalls = FIXED.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
    return { calls: counts, fixedCalls, longestWaitMs, lostEvents };
  } finally {
    await world.close();
  }

  /** Records items that wait since earlier days, which nobody decides about. */
  async function addWaiting(count: number): Promise<void> {
    if (count === 0) return;
    const createdAt = new Date(MIDNIGHT - 10 * DAY).toISOString();
    const rows = Array.from({ length: count }, (_, n) =>
      submissionRow({ id: `W${n}`, createdAt, boardItemId: String(n + 1) }),
    );
    await sandboxDb
      .prepare(
        `INSERT INTO monday_items (id, board_id, name, column_values, created_at, updated_at)
         SELECT value ->> 'boardItemId', '1', value ->> 'id', '{"status":{"label":"Pending"}}',
           value ->> 'createdAt', value ->> 'createdAt' FROM json_each(?)`,
      )
      .bind(JSON.stringify(rows))
      .run();
    // A statement takes a hundred values.
    for (let n = 0; n < count; n += 5) await db.insert(submissions).values(rows.slice(n, n + 5));
  }
}
