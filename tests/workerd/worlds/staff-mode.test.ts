import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { api } from "~/api/router";
import { findStaff, openStaffSession } from "~/domain/access/staff/staff-sessions.server";
import type { SubmissionMode } from "~/domain/access/submission-mode";
import { readSubmissionMode } from "~/domain/access/submission-mode.server";
import { type DisplayedMode, modePost } from "~/features/staff/mode/mode-route.server";
import type { AppContext } from "~/load-context.server";
import type { Staff } from "~/platform/principal";
import { staffPrincipal, staffScope } from "../../support/accounts";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";

const fixture = await openForFile(() => createRaceFixture({ LIMIT_STATUS_READS_PER_MINUTE: "3" }));
beforeEach(() => fixture.deps.db.run(sql`DELETE FROM audit`));

const auditEntries = () =>
  fixture.deps.db.all(sql`SELECT action, staff_id FROM audit ORDER BY rowid`);

function set(entry: Partial<AppContext["entry"]>): Promise<Response> {
  const request = new Request("https://submit.example.com/api/config/set", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"submissionsEnabled":false}',
  });
  const portal = fixture.portalFor(request, (operation) => operation());
  const scope = { ...portal.scope, ...staffScope };
  return api.fetch(request, { ...portal, entry: { ...portal.entry, ...entry }, scope });
}

test("where KV takes nothing, the call says that nothing has changed, and the trail tells both", async () => {
  const storeMode = () => Promise.reject(new Error("KV PUT failed: 500"));
  const reply = await set({ storeMode });
  expect([reply.status, await reply.json()]).toEqual([
    503,
    {
      success: false,
      error: expect.stringContaining("Nothing changed, because we couldn't save the setting"),
    },
  ]);
  expect(await auditEntries()).toEqual([
    { action: "mode-closed", staff_id: staffPrincipal.id },
    { action: "mode-not-changed", staff_id: staffPrincipal.id },
  ]);
});

test("where the trail cannot be written, nothing is flipped", async () => {
  let storeCount = 0;
  await fixture.deps.db.run(sql`ALTER TABLE audit RENAME TO audit_gone`);
  const reply = await set({ storeMode: async () => void storeCount++ }).catch(() => undefined);
  await fixture.deps.db.run(sql`ALTER TABLE audit_gone RENAME TO audit`);
  expect([reply, storeCount]).toEqual([undefined, 0]);
});

test("where KV cannot be read, submissions are taken for open, which is logged, and can be closed", async () => {
  const lines: unknown[] = [];
  const config = { get: () => Promise.reject(new Error("KV GET failed: 500")) };
  const readMode = () => readSubmissionMode(config, (...line) => void lines.push(line));
  expect(await readMode()).toEqual({ submissionsEnabled: true, unread: true });
  expect(lines).toEqual([["warn", "config.unreadable", { reason: "Error: KV GET failed: 500" }]]);
  await fixture.deps.db.run(
    sql`INSERT INTO audit (id, staff_id, staff_name, action, detail, created_at)
      VALUES ('01A', 'S', 'Ada', 'mode-noted', 'Back on Monday.', '2026-01-01T00:00:00.000Z')`,
  );
  const storedModes: unknown[] = [];
  const storeMode = async (mode: unknown) => void storedModes.push(mode);
  expect((await set({ storeMode, mode: readMode })).status).toBe(200);
  // The note that KV does not tell stands on the trail.
  expect(storedModes).toMatchObject([
    { submissionsEnabled: false, updatedBy: staffPrincipal.name, note: "Back on Monday." },
  ]);
});

const bo: Staff = { kind: "staff", id: "01KBO", name: "Bo Lind" };
const timeAt = (time: string) => new Date(`2026-11-23T${time}Z`);

/** A KV that keeps the switch, and may not be readable, or behind. */
function createConfigWith(first: SubmissionMode | undefined) {
  const store = { storedMode: first, isAway: false, told: undefined as SubmissionMode | undefined };
  const config = {
    get: async () => {
      if (store.isAway) throw new Error("KV GET failed: 500");
      return store.told ?? store.storedMode ?? null;
    },
  };
  const mode = () => readSubmissionMode(config, () => undefined);
  const storeMode = async (wantedMode: SubmissionMode) => {
    store.storedMode = wantedMode;
  };
  return { kept: store, mode, storeMode };
}

const page = (fields: DisplayedMode | undefined, extraFields: Record<string, string>) =>
  new URLSearchParams({
    ...(fields && { shownMode: fields.mode, shownNote: fields.note, shownAt: fields.at }),
    ...extraFields,
  });

/** A press on the page of the mode. */
function press(
  { mode, storeMode }: ReturnType<typeof createConfigWith>,
  fields: URLSearchParams,
  {
    by: actor = staffPrincipal,
    now = timeAt("12:00:00"),
    turn: schedule = ((run) => run()) as ScheduleOperation,
  } = {},
) {
  const portal = fixture.portalFor(new Request("https://submit.example.com/staff/mode"), schedule);
  const clock = () => now;
  const entry = { ...portal.entry, mode, storeMode };
  return modePost({ ...portal, clock, entry }, actor, fields);
}

const closedMode = {
  submissionsEnabled: false,
  note: "Back in May.",
  updatedAt: "2026-11-23T09:00:00.000Z",
};
const closedPageMode: DisplayedMode = {
  mode: "closed",
  note: "Back in May.",
  at: closedMode.updatedAt,
};
const UNREAD: DisplayedMode = { mode: "unread", note: "", at: "" };

test.each([
  ["that read it before", closedPageMode],
  ["that could not read it", UNREAD],
  ["of another kind", undefined],
])("while KV cannot be read, a note alone is not saved from a page %s", async (_, pageMode) => {
  const mode = createConfigWith(closedMode);
  mode.kept.isAway = true;
  const refusal = await press(mode, page(pageMode, { intent: "save-note", note: "Back in June." }));
  expect(refusal).toMatchObject({
    status: 503,
    reply: {
      values: { note: "Back in June." },
      displayed: pageMode,
      isConflict: false,
      errors: { note: { text: expect.stringContaining("we couldn't read the setting") } },
    },
  });
  expect([mode.kept.storedMode, await auditEntries()]).toEqual([closedMode, []]);
});

test("a note alone is not saved either by a page that had not read it, though KV answers again", async () => {
  const mode = createConfigWith(closedMode);
  const refusal = await press(mode, page(UNREAD, { intent: "save-note", note: "Back in June." }));
  expect([refusal?.status, mode.kept.storedMode]).toEqual([503, closedMode]);
});

test.each([
  ["while KV is away", UNREAD, true],
  ["once KV answers again", UNREAD, false],
  ["by no page of ours, while KV is away", undefined, true],
])(
  "an empty note that was typed unread takes the place of none, %s",
  async (_, pageMode, isAway) => {
    const mode = createConfigWith({ ...closedMode, submissionsEnabled: true });
    await fixture.deps.db.run(
      sql`INSERT INTO audit (id, staff_id, staff_name, action, detail, created_at)
      VALUES ('01A', 'S', 'Ada', 'mode-noted', 'Back in May.', '2026-11-23T09:00:00.000Z')`,
    );
    mode.kept.isAway = isAway;
    expect(await press(mode, page(pageMode, { intent: "close", note: "" }))).toBeUndefined();
    expect(mode.kept.storedMode).toMatchObject({ submissionsEnabled: false, note: "Back in May." });
    const form = page(pageMode, { intent: "close", note: "Back in June." });
    expect(await press(mode, form)).toBeUndefined();
    expect(mode.kept.storedMode).toMatchObject({
      submissionsEnabled: false,
      note: "Back in June.",
    });
  },
);

test("an emptied note that had been read is emptied, also while KV cannot be read", async () => {
  const mode = createConfigWith(closedMode);
  mode.kept.isAway = true;
  const fields = page(closedPageMode, { intent: "open", note: "" });
  expect(await press(mode, fields)).toBeUndefined();
  expect(mode.kept.storedMode).toEqual({
    submissionsEnabled: true,
    updatedBy: staffPrincipal.name,
    updatedAt: "2026-11-23T12:00:00.000Z",
  });
});

test.each([
  ["KV tells of it", {}],
  ["KV is behind", { told: closedMode }],
  ["KV cannot be read", { isAway: true }],
])(
  "whoever comes second is told who was first, and nothing is overwritten, where %s",
  async (_, then) => {
    for (const [first, text] of [
      [{ intent: "open", note: "Back in May." }, "Bo Lind opened submissions"],
      [{ intent: "close", note: "Back in July." }, "Bo Lind changed the note"],
    ] as const)
      for (const intent of "isAway" in then ? ["close", "open"] : ["close", "open", "save-note"]) {
        await fixture.deps.db.run(sql`DELETE FROM audit`);
        const mode = createConfigWith(closedMode);
        const firstForm = page(closedPageMode, first);
        expect(await press(mode, firstForm, { by: bo, now: timeAt("11:59:30") })).toBeUndefined();
        const { storedMode } = mode.kept;
        Object.assign(mode.kept, then);
        const second = await press(mode, page(closedPageMode, { intent, note: "Mine." }));
        expect(second).toMatchObject({
          status: 409,
          reply: {
            values: { note: "Mine." },
            displayed: closedPageMode,
            isConflict: true,
            errors: {
              note: {
                text: expect.stringContaining(`${text} (November 23, 2026, 11:59 UTC) while`),
              },
            },
          },
        });
        expect([mode.kept.storedMode, (await auditEntries()).length]).toEqual([storedMode, 1]);
      }
  },
);

test("what KV did not take is no news to a colleague, and a page that is up to date goes on at once", async () => {
  const mode = createConfigWith(closedMode);
  const failing = { ...mode, storeMode: () => Promise.reject(new Error("KV PUT failed: 500")) };
  const open = page(closedPageMode, { intent: "open", note: "Back in May." });
  const failure = await press(failing, open, { by: bo, now: timeAt("11:59:30") });
  expect(failure?.status).toBe(503);
  expect(await press(mode, open)).toBeUndefined();
  const { updatedAt = "" } = mode.kept.storedMode ?? {};
  const after = page(
    { mode: "open", note: "Back in May.", at: updatedAt },
    { intent: "save-note", note: "" },
  );
  expect(await press(mode, after, { now: timeAt("12:00:01") })).toBeUndefined();
  expect(mode.kept.storedMode).toMatchObject({
    submissionsEnabled: true,
    updatedBy: staffPrincipal.name,
  });
});

test("of two who press at once one does, whatever the order of their calls", async () => {
  for (let seed = 1; seed <= 50; seed++) {
    await fixture.deps.db.run(sql`DELETE FROM audit`);
    const mode = createConfigWith(closedMode);
    const actors = [staffPrincipal, bo];
    const results = await interleave(
      seededRandom(seed),
      actors.map((actor) => (schedule: ScheduleOperation) => {
        const note = `Of ${actor.name}.`;
        const fields = page(closedPageMode, { intent: "save-note", note });
        return press(mode, fields, { by: actor, turn: schedule });
      }),
    );
    expect(results.map((result) => result?.status).sort()).toEqual([409, undefined]);
    const winner = actors[results.indexOf(undefined)];
    expect(mode.kept.storedMode?.note).toBe(`Of ${winner?.name}.`);
    expect(await auditEntries()).toEqual([{ action: "mode-noted", staff_id: winner?.id }]);
    const refusal = results.find((result) => result !== undefined);
    expect(refusal?.reply.errors.note?.text).toContain(`${winner?.name} changed the note`);
  }
});

test.each(["open", "close", "save-note"])(
  "a form posted twice counts once, and its second post is no conflict (%s)",
  async (intent) => {
    const mode = createConfigWith(closedMode);
    const form = page(closedPageMode, { intent, note: "Back in June." });
    const results = [await press(mode, form), await press(mode, form)];
    expect([results, (await auditEntries()).length]).toEqual([[undefined, undefined], 1]);
    // Another change by the same person is told as one.
    const other = page(closedPageMode, { intent, note: "Back in July." });
    expect(await press(mode, other)).toMatchObject({ status: 409, reply: { isConflict: true } });
  },
);

test("another passcode ends the sessions that the last one opened", async () => {
  const { db } = fixture.deps;
  const now = new Date("2026-11-23T12:00:00Z");
  const token = "t".repeat(43);
  const session = { id: "S", token, name: "Ada", passcodeMark: "old" };
  await openStaffSession(db, session, { requestId: "r1", id: "A", at: now });
  expect(await findStaff(db, { token, passcodeMark: "old", now })).toMatchObject({ name: "Ada" });
  expect(await findStaff(db, { token, passcodeMark: "new", now })).toBeUndefined();
});

test("whoever asks for the mode without end is told when to ask again", async () => {
  const sendRequest = () => {
    const request = new Request("https://submit.example.com/api/config");
    const portal = fixture.portalFor(request, (operation) => operation());
    return api.fetch(request, portal);
  };
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) statuses.push((await sendRequest()).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await sendRequest()).headers.get("Retry-After")).toMatch(/^\d+$/);
});
