import { expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, expireDraft, findDraftRow } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldValue } from "../support/page-parts";
import { autosave, readApiReply } from "../support/upload-calls";
import { artistAnswers, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const about = { bio: "Typed.", influences: "Low", proNumber: "" };

test("what is typed is saved and shown again, and the step does not count as passed", async () => {
  const visitor = await createDraftAt("artist");
  const fields = { ...artistAnswers, email: "sig" };
  const reply = await autosave(visitor, "artist", { ...fields, version: "new" });
  expect(reply).toMatchObject({ status: 200, body: { success: true } });
  expect(reply.body.version).toMatch(/^[0-9a-f]{16}$/);
  expect(Date.now() - Date.parse(String(reply.body.savedAt))).toBeLessThan(60_000);
  const { answers, completed } = await findDraftRow(inside, visitor);
  expect(answers.artist).toMatchObject(fields);
  expect(Object.keys(answers.artist ?? {})).not.toContain("version");
  expect(completed).toEqual([]);
  const page = await (await visitor.send("/submit/artist")).text();
  expect(fieldValue(page, "email")).toBe("sig");
});

test("an empty save of a step that was never saved leaves it new", async () => {
  const visitor = await createDraftAt("artist");
  expect((await autosave(visitor, "artist", { version: "new" })).body.version).toBe("new");
  expect((await findDraftRow(inside, visitor)).answers).toEqual({});
});

test("an outdated page is told so, writes nothing, and may then decide", async () => {
  const visitor = await createDraftAt("about");
  const { body: first } = await autosave(visitor, "about", { ...about, version: "new" });
  const ownFields = { ...about, bio: "Mine." };
  const late = await autosave(visitor, "about", { ...ownFields, version: "new" });
  expect(late).toMatchObject({
    status: 409,
    body: { success: false, conflict: true, version: first.version, savedAt: first.savedAt },
  });
  expect(late.body.error).toBe("This draft was changed in another tab or on another device.");
  expect((await findDraftRow(inside, visitor)).answers.about?.bio).toBe("Typed.");
  const overwriteReply = await autosave(visitor, "about", {
    ...ownFields,
    version: String(late.body.version),
  });
  expect(overwriteReply.status).toBe(200);
  expect((await findDraftRow(inside, visitor)).answers.about?.bio).toBe("Mine.");
});

test("tabs on two steps save at once and never undo each other", async () => {
  const visitor = await createDraftAt("review");
  const saves = Array.from({ length: 8 }, (_, round) => [
    autosave(visitor, "artist", { ...artistAnswers, city: `City ${round}` }),
    autosave(visitor, "about", { ...about, bio: `Bio ${round}` }),
  ]).flat();
  for (const { status } of await Promise.all(saves)) expect(status).toBe(200);
  const { answers, completed } = await findDraftRow(inside, visitor);
  expect(answers.artist?.city).toMatch(/^City /);
  expect(answers.about?.bio).toMatch(/^Bio /);
  expect(completed.toSorted()).toEqual(["about", "artist", "music"]);
});

test("a saved step can still be edited while an earlier one is being corrected", async () => {
  const visitor = await createDraftAt("review");
  await autosave(visitor, "artist", { ...artistAnswers, email: "no" });
  expect((await autosave(visitor, "about", about)).status).toBe(200);
});

const NOT_FOUND = "There's no draft in this browser.";

test("without a live draft nothing is saved, and the reply says what to do", async () => {
  const stranger = await autosave(new Visitor(), "about", about);
  expect(stranger).toMatchObject({ status: 404, body: { success: false, noDraft: true } });
  expect(stranger.body.error).toContain(NOT_FOUND);
  const visitor = await createDraftAt("about");
  await expireDraft(inside, visitor);
  const before = await findDraftRow(inside, visitor);
  const reply = await autosave(visitor, "about", about);
  expect(reply).toMatchObject({ status: 410, body: { success: false, noDraft: true } });
  expect(reply.body.error).toContain("This draft expired");
  expect(await findDraftRow(inside, visitor)).toEqual(before);
});

test("a submitted draft accepts no saves", async () => {
  const visitor = await createDraftAt("review");
  await visitor.post("/submit/review", { intent: "submit" });
  const before = await findDraftRow(inside, visitor);
  const reply = await autosave(visitor, "about", about);
  expect(reply.status).toBe(409);
  expect(reply.body).not.toHaveProperty("conflict");
  expect(reply.body.error).toContain("This release has been submitted.");
  expect(await findDraftRow(inside, visitor)).toEqual(before);
});

const refusals: [string, string, RequestInit, number][] = [
  ["an early step", "about", { body: new URLSearchParams(about) }, 409],
  ["a step without answers", "review", { body: new URLSearchParams(about) }, 404],
  ["no such step", "constructor", { body: new URLSearchParams(about) }, 404],
  [
    "JSON",
    "artist",
    { body: JSON.stringify(artistAnswers), headers: { "Content-Type": "application/json" } },
    415,
  ],
  ["too much text", "artist", { body: new URLSearchParams({ city: "x".repeat(700_000) }) }, 413],
];

test.each(refusals)("%s is refused", async (_, step, init, status) => {
  const visitor = await createDraftAt("artist");
  const path = `/api/drafts/current/${step}`;
  const reply = await readApiReply(visitor.send(path, { method: "PUT", ...init }));
  expect([reply.status, reply.body.success]).toEqual([status, false]);
  expect(reply.body.error).toBeTruthy();
  expect((await findDraftRow(inside, visitor)).answers).toEqual({});
});
