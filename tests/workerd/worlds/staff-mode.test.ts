import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "~/api/router";
import { readSubmissionMode } from "~/entry/submission-mode.server";
import { findStaff, openStaffSession } from "~/staff/staff-sessions.server";
import { ada, staffScope } from "../../support/principals";
import { type RaceWorld, raceWorld } from "../../support/race-world";

let world: RaceWorld;
beforeAll(async () => {
  world = await raceWorld({ LIMIT_STATUS_READS_PER_MINUTE: "3" });
});
afterAll(() => world.close());
beforeEach(() => world.deps.db.run(sql`DELETE FROM audit`));

const deeds = () => world.deps.db.all(sql`SELECT action, staff_id FROM audit ORDER BY rowid`);

function set(more: object): Promise<Response> {
  const request = new Request("https://submit.example.com/api/config/set", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"submissionsEnabled":false}',
  });
  const portal = world.portalFor(request, (operation) => operation());
  const scope = { ...portal.scope, ...staffScope };
  return api.fetch(request, { ...portal, ...more, scope });
}

test("where KV takes nothing, the call says that nothing has changed, and the trail tells both", async () => {
  const storeMode = () => Promise.reject(new Error("KV PUT failed: 500"));
  const reply = await set({ storeMode });
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { success: false, error: expect.stringContaining("Nothing has changed") },
  ]);
  expect(await deeds()).toEqual([
    { action: "mode-closed", staff_id: ada.id },
    { action: "mode-not-changed", staff_id: ada.id },
  ]);
});

test("where the trail cannot be written, nothing is flipped", async () => {
  let stored = 0;
  await world.deps.db.run(sql`ALTER TABLE audit RENAME TO audit_gone`);
  const reply = await set({ storeMode: async () => void stored++ }).catch(() => undefined);
  await world.deps.db.run(sql`ALTER TABLE audit_gone RENAME TO audit`);
  expect([reply, stored]).toEqual([undefined, 0]);
});

test("where KV cannot be read, submissions are taken for open, which is logged, and can be closed", async () => {
  const lines: unknown[] = [];
  const config = { get: () => Promise.reject(new Error("KV GET failed: 500")) };
  const read = () => readSubmissionMode(config, (...line) => void lines.push(line));
  expect(await read()).toEqual({ submissionsEnabled: true, unread: true });
  expect(lines).toEqual([["warn", "config.unreadable", { reason: "Error: KV GET failed: 500" }]]);
  await world.deps.db.run(
    sql`INSERT INTO audit (id, staff_id, staff_name, action, detail, created_at)
      VALUES ('01A', 'S', 'Ada', 'mode-noted', 'Back on Monday.', '2026-01-01T00:00:00.000Z')`,
  );
  const stored: unknown[] = [];
  const storeMode = async (mode: unknown) => void stored.push(mode);
  expect((await set({ storeMode, submissionMode: read })).status).toBe(200);
  // The note that KV does not tell stands on the trail.
  expect(stored).toMatchObject([
    { submissionsEnabled: false, updatedBy: ada.name, note: "Back on Monday." },
  ]);
});

test("another passcode ends the sessions that the last one opened", async () => {
  const { db } = world.deps;
  const now = new Date("2026-11-23T12:00:00Z");
  const token = "t".repeat(43);
  const session = { id: "S", token, name: "Ada", passcodeMark: "old" };
  await openStaffSession(db, session, { id: "A", at: now }, (d) => d.run(sql`SELECT 1`) as never);
  expect(await findStaff(db, { token, passcodeMark: "old", now })).toMatchObject({ name: "Ada" });
  expect(await findStaff(db, { token, passcodeMark: "new", now })).toBeUndefined();
});

test("whoever asks for the mode without end is told when to ask again", async () => {
  const ask = () => {
    const request = new Request("https://submit.example.com/api/config");
    const portal = world.portalFor(request, (operation) => operation());
    return api.fetch(request, portal);
  };
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) statuses.push((await ask()).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await ask()).headers.get("Retry-After")).toMatch(/^\d+$/);
});
