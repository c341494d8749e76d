import { beforeEach, expect, test } from "vitest";
import {
  CHANGES_NOT_ALLOWED,
  serializeItemVersion,
  undoRefusalTexts,
} from "~/domain/review/decision";
import { findReviewItem } from "~/domain/review/queue.server";
import { listSavedReasons } from "~/domain/review/saved-reasons.server";
import { loadStatusHistory } from "~/domain/review/status-history.server";
import { UNDO_SECONDS } from "~/domain/review/undo-time";
import { decideSeveral } from "~/features/staff/queue/bulk-decide.server";
import { addSeconds } from "~/platform/clock";
import type { Staff } from "~/platform/principal";
import { staffPrincipal } from "../../support/accounts";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture } from "../../support/status-paths";

/* One decision about several entries, as the desk posts it: each counts by itself, and can be undone. */

const bo: Staff = { kind: "staff", id: "01KBO", name: "Bo Lind" };

const fixture = await openForFile(createStatusFixture);
const { db } = fixture;
let now = new Date();
const portal: typeof fixture.portal = { ...fixture.portal, clock: () => now };
const later = (seconds: number) => {
  now = addSeconds(now, seconds);
};
beforeEach(async () => {
  await fixture.reset();
  now = fixture.clock();
});

async function findItem(id: string) {
  const item = await findReviewItem(db, id);
  if (!item) throw new Error("It is not in the queue.");
  return item;
}
const versionOf = async (id: string) => serializeItemVersion(await findItem(id));
const statusesOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(findItem))).map(({ status }) => status);
const lastEntry = async (id: string) => (await loadStatusHistory(db, await findItem(id))).at(-1);

/** Posts one decision about entries as they were seen, by default as they are. */
async function post(
  ids: readonly string[],
  fields: Record<string, string>,
  { by = staffPrincipal, seen }: { by?: Staff; seen?: readonly string[] } = {},
) {
  const items = seen ?? (await Promise.all(ids.map(versionOf)));
  const body = new URLSearchParams([
    ...Object.entries(fields),
    ...items.map((item) => ["item[]", item]),
  ]);
  const { reply, status } = await decideSeveral(portal, by, body);
  if (reply.kind !== "done") return { status, errors: reply.errors, done: [], left: [], label: "" };
  const { done, left } = reply;
  return { status, errors: {}, done, left, label: reply.status };
}
const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

test("each artist reads the reason with their own name and title in it", async () => {
  const ids = [
    await fixture.submitted({ artistName: "Vale", releaseTitle: "Tin" }),
    await fixture.submitted({ artistName: "Ines {title}", releaseTitle: "Sal" }),
  ];
  const reason = "Dear {artist}, {title} is not for us.";
  await post(ids, { intent: "set", status: "rejected", reason });
  expect((await Promise.all(ids.map(lastEntry))).map((entry) => entry?.reason)).toEqual([
    "Dear Vale, Tin is not for us.",
    "Dear Ines {title}, Sal is not for us.",
  ]);
});

test("all artists are asked for changes; who can't be asked is told of, and left as they are", async () => {
  const [open, live, inProgress] = [
    await fixture.submitted({ artistName: "Vale" }),
    await fixture.submitted({ status: "live" }),
    await fixture.submitted({ status: "in progress" }),
  ];
  const ids = [open, live, inProgress];
  const missing = await post(ids, { intent: "ask-changes", reason: " " });
  expect([missing.status, Object.keys(missing.errors)]).toEqual([400, ["reason"]]);
  const asked = await post(ids, { intent: "ask-changes", reason: "{artist}, mix it." });
  expect([asked.status, idsOf(asked.done), asked.left, asked.label]).toEqual([
    409,
    [open, inProgress],
    [expect.objectContaining({ id: live, why: CHANGES_NOT_ALLOWED })],
    "waiting for their artists",
  ]);
  expect(await lastEntry(open)).toMatchObject({ changes: true, reason: "Vale, mix it." });
  expect((await findItem(open)).changesAskedAt).not.toBeNull();
  expect((await findItem(live)).changesAskedAt).toBeNull();
  expect(await fixture.mails()).toHaveLength(2);
});

test("the saved reasons that were chosen count once for each entry, and no more once it is undone", async () => {
  const ids = [await fixture.submitted(), await fixture.submitted()];
  const fields = { intent: "set", status: "rejected", reason: "No", savedReason: "reason-mix" };
  const { done } = await post(ids, fields);
  const uses = async () =>
    (await listSavedReasons(db, "reject", now)).find(({ id }) => id === "reason-mix")?.usedThisYear;
  expect(await uses()).toBe(2);
  const [first] = done;
  await post([first?.id ?? ""], { intent: "undo" });
  expect(await uses()).toBe(1);
});

test("all of one's decisions are undone at once, as the answer named them, and no email goes out", async () => {
  const ids = [await fixture.submitted(), await fixture.submitted()];
  await post(ids.slice(1), { intent: "set", status: "in progress" });
  const mails = await fixture.mails();
  later(UNDO_SECONDS);
  const { done } = await post(ids, { intent: "set", status: "approved" });
  const seen = done.map(({ id, revision = 0 }) => serializeItemVersion({ id, revision }));
  expect(seen).toEqual(await Promise.all(ids.map(versionOf)));
  const undone = await post(ids, { intent: "undo" }, { seen });
  expect([undone.status, idsOf(undone.done), undone.left]).toEqual([200, ids, []]);
  expect(await statusesOf(ids)).toEqual(["pending", "in progress"]);
  expect(await fixture.mails()).toEqual(mails);
});

test("of several that are undone, those too late or decided again stay, and are told of", async () => {
  const [late, again, intime] = [
    await fixture.submitted(),
    await fixture.submitted(),
    await fixture.submitted(),
  ];
  await post([late], { intent: "set", status: "approved" });
  later(UNDO_SECONDS - 10);
  await post([again, intime], { intent: "set", status: "approved" });
  const seen = await Promise.all([late, again, intime].map(versionOf));
  await post([again], { intent: "set", status: "processing" }, { by: bo });
  later(10);
  const undone = await post([], { intent: "undo" }, { seen });
  expect([undone.status, idsOf(undone.done)]).toEqual([409, [intime]]);
  expect(undone.left).toEqual([
    expect.objectContaining({ id: late, why: undoRefusalTexts.late }),
    expect.objectContaining({ id: again, why: expect.stringContaining("It has changed") }),
  ]);
  expect(await statusesOf([late, again, intime])).toEqual(["approved", "processing", "pending"]);
});

test("nobody undoes what a colleague has decided", async () => {
  const id = await fixture.submitted();
  await post([id], { intent: "set", status: "approved" });
  const undone = await post([id], { intent: "undo" }, { by: bo });
  expect([undone.done, idsOf(undone.left), await statusesOf([id])]).toEqual([
    [],
    [id],
    ["approved"],
  ]);
});

test("several are taken at once; who has one already is told of", async () => {
  const [free, taken] = [await fixture.submitted(), await fixture.submitted()];
  await post([taken], { intent: "take" }, { by: bo });
  const reply = await post([free, taken], { intent: "take" });
  expect([reply.status, idsOf(reply.done), reply.label]).toEqual([409, [free], "yours"]);
  expect(reply.left).toEqual([
    expect.objectContaining({ id: taken, why: "Bo Lind has this already." }),
  ]);
  expect((await findItem(free)).assignedTo).toBe(staffPrincipal.id);
  expect((await findItem(taken)).assignedTo).toBe(bo.id);
});

test("several are put off until tomorrow, those that are so already as well; what waits for us no more is told of", async () => {
  const [open, decided] = [await fixture.submitted(), await fixture.submitted()];
  await post([decided], { intent: "set", status: "approved" });
  const snooze = () => post([open, decided], { intent: "snooze" });
  for (const { done, left } of [await snooze(), await snooze()])
    expect([idsOf(done), left]).toEqual([
      [open],
      [expect.objectContaining({ id: decided, why: expect.stringContaining("doesn't wait") })],
    ]);
  expect((await findItem(open)).snoozedUntil).toBe("2026-11-22T09:00:00.000Z");
  expect((await findItem(decided)).snoozedUntil).toBeNull();
  await post([open], { intent: "snooze", zone: "Asia/Kolkata" });
  expect((await findItem(open)).snoozedUntil).toBe("2026-11-22T03:30:00.000Z");
});

test.each(["undo", "take", "snooze"])(
  "all that match a filter are not chosen unseen for %s",
  async (intent) => {
    const id = await fixture.submitted();
    const before = await findItem(id);
    await expect(post([id], { intent, all: "1", back: "" })).rejects.toMatchObject({ status: 400 });
    expect(await findItem(id)).toEqual(before);
  },
);

test.each(["change", "use-reason", ""])(
  "the button %j is refused, and nothing is set",
  async (intent) => {
    const id = await fixture.submitted();
    await expect(post([id], { intent, status: "approved" })).rejects.toMatchObject({ status: 400 });
    expect(await statusesOf([id])).toEqual(["pending"]);
  },
);
