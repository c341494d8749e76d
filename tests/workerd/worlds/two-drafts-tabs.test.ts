import { eq } from "drizzle-orm";
import type { IRequestStrict } from "itty-router";
import { describe, expect, test } from "vitest";
import { recordSubmission } from "~/api/submission";
import { openSessionStatements } from "~/domain/artists/artist-sessions.server";
import { artists } from "~/domain/artists/artist-tables.server";
import { findSubmissionOfDraft } from "~/domain/submission/record/submission-store.server";
import { draftKeys, drafts, submissions } from "~/domain/submission/submission-tables.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { randomIds } from "~/platform/ids";
import { action as postContinue } from "~/routes/submit.continue";
import { action as postReview } from "~/routes/submit.review/route";
import { artistCookie } from "~/session/token-cookies.server";
import { wavBytes } from "../../fixtures/wav";
import { createCompleteDraft } from "../../support/complete-draft";
import { SONG } from "../../support/drafts";
import { BOUNDARY, formBody } from "../../support/form-post";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";
import { callApi } from "../../support/upload-calls";

/*
 * A tab shows one draft, and the artist opens another one in the same browser: by a link, or to send one
 * more release. Whatever the first tab still sends is of its own draft, and must not reach the other.
 */

const OTHER_DRAFT = /^You've opened another submission in this browser/;
const fixture = await openForFile(createRaceFixture);

type Draft = Awaited<ReturnType<typeof createCompleteDraft>>;
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const sendRequest = (path: string, init: RequestInit & { cookie: string }) =>
  callApi(fixture, path, init);

/** What the Review page of one draft posts in a browser that has another one openDraft. */
const reviewFields = (pageDraft: Draft, openDraft: Draft) => ({
  method: "POST",
  cookie: openDraft.cookie,
  headers: FORM,
  body: String(new URLSearchParams({ draft: pageDraft.draftId, intent: "submit" })),
});

const findRecord = ({ draftId }: Draft) => findSubmissionOfDraft(fixture.deps.db, draftId);
const findFiles = async ({ draftId }: Draft) => {
  const rows = await fixture.deps.db.select().from(uploads).where(eq(uploads.draftId, draftId));
  return rows.map(({ slot, fileName, state }) => `${slot} ${fileName} ${state}`).toSorted();
};

describe("Submit in the tab of another draft records neither", () => {
  test.each(["check", "record"])("by POST /api/submission/%s", async (call) => {
    const [pageDraft, openDraft] = [
      await createCompleteDraft(fixture),
      await createCompleteDraft(fixture),
    ];
    const { status, body } = await sendRequest(
      `/api/submission/${call}`,
      reviewFields(pageDraft, openDraft),
    );
    expect(status).toBe(409);
    expect(body.error).toMatch(OTHER_DRAFT);
    expect(await findRecord(openDraft)).toBeUndefined();
    expect(await findRecord(pageDraft)).toBeUndefined();
  });

  test("without script", async () => {
    const [pageDraft, openDraft] = [
      await createCompleteDraft(fixture),
      await createCompleteDraft(fixture),
    ];
    const request = createRequest("/submit/review", reviewFields(pageDraft, openDraft));
    const context = fixture.portalFor(request, (act) => act());
    const outcome = await postReview({ request, context, params: {} } as never).catch(
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(Response);
    expect((outcome as Response).status).toBe(409);
    expect(await findRecord(openDraft)).toBeUndefined();
    expect(await findRecord(pageDraft)).toBeUndefined();
  });
});

test.each(["make-link", "mail-link", "stop-links"])(
  "%s in the tab of another draft makes, mails and stops no link",
  async (intent) => {
    const [pageDraft, openDraft] = [
      await createCompleteDraft(fixture),
      await createCompleteDraft(fixture),
    ];
    const fields = { draft: pageDraft.draftId, intent, email: "sigrid@example.com" };
    const body = String(new URLSearchParams(fields));
    const { cookie } = openDraft;
    const request = createRequest("/submit/continue", {
      method: "POST",
      cookie,
      headers: FORM,
      body,
    });
    const context = fixture.portalFor(request, (act) => act());
    const outcome = await postContinue({ request, context, params: {} } as never).catch(
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(Response);
    expect((outcome as Response).status).toBe(409);
    expect(await fixture.deps.db.$count(draftKeys, eq(draftKeys.draftId, openDraft.draftId))).toBe(
      0,
    );
  },
);

test("who asks what became of the tab's draft is told of that one, and no more than that", async () => {
  const [pageDraft, openDraft] = [
    await createCompleteDraft(fixture),
    await createCompleteDraft(fixture),
  ];
  const path = `/api/submission?draft=${pageDraft.draftId}`;
  expect((await sendRequest(path, { cookie: openDraft.cookie })).body).toEqual({
    success: true,
    recorded: false,
  });
  await sendRequest("/api/submission/record", reviewFields(pageDraft, pageDraft));
  expect((await sendRequest(path, { cookie: openDraft.cookie })).body).toEqual({
    success: true,
    recorded: true,
  });
});

describe("a file of the tab's draft takes no other's place", () => {
  const other = wavBytes({ seconds: 0.1, bits: 16 });

  test("by parts", async () => {
    const [pageDraft, openDraft] = [
      await createCompleteDraft(fixture),
      await createCompleteDraft(fixture),
    ];
    const before = await findFiles(openDraft);
    const { slot } = SONG;
    const file = { fileName: "other.wav", fileSize: other.length, fileType: "track", slot };
    const body = JSON.stringify({ ...file, sessionId: pageDraft.draftId });
    const headers = { "Content-Type": "application/json" };
    const { cookie } = openDraft;
    const path = "/api/cloud-storage/upload-url";
    const reply = await sendRequest(path, { method: "POST", cookie, headers, body });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(OTHER_DRAFT) },
    });
    expect(await findFiles(openDraft)).toEqual(before);
  });

  test.each([true, false])("in one call, its fields first: %s", async (fieldsFirst) => {
    const [pageDraft, openDraft] = [
      await createCompleteDraft(fixture),
      await createCompleteDraft(fixture),
    ];
    const before = await findFiles(openDraft);
    const texts = { sessionId: pageDraft.draftId, fileType: "track", slot: SONG.slot };
    const fields = Object.entries(texts).map(([name, text]) => ({ name, body: text }));
    const file = { name: "file", fileName: "other.wav", type: "audio/wav", body: other };
    const body = formBody(fieldsFirst ? [...fields, file] : [file, ...fields]);
    const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
    const reply = await sendRequest("/api/upload", {
      method: "POST",
      cookie: openDraft.cookie,
      headers,
      body,
    });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(OTHER_DRAFT) },
    });
    expect(await findFiles(openDraft)).toEqual(before);
  });

  test("what names its own draft, or none of ours, is taken", async () => {
    const { cookie, draftId } = await createCompleteDraft(fixture);
    for (const sessionId of [draftId, "session-1", ""]) {
      const texts = { sessionId, fileType: "track", slot: SONG.slot };
      const fields = Object.entries(texts).map(([name, text]) => ({ name, body: text }));
      const file = { name: "file", fileName: "other.wav", type: "audio/wav", body: other };
      const body = formBody([...fields, file]);
      const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
      expect(
        (await sendRequest("/api/upload", { method: "POST", cookie, headers, body })).status,
      ).toBe(200);
    }
  });
});

/* The account of a submission is decided by the statement that records it. */

/** An artist who is signed in: their account and the cookie of their browser. */
async function createMember() {
  const { db } = fixture.deps;
  const now = new Date();
  const [id, token] = [randomIds.next(now), randomIds.secret()];
  const timestamp = now.toISOString();
  await db.insert(artists).values({
    id,
    artistId: id,
    codeMark: "m",
    email: `${id}@example.com`,
    profile: "{}",
    createdAt: timestamp,
    updatedAt: timestamp,
  });
  const session = {
    id: randomIds.next(now),
    artistId: id,
    kind: "browser",
    codeMark: "m",
  } as const;
  await db.batch(await openSessionStatements(db, { ...session, token, device: "" }, now));
  const header = await artistCookie.serialize(createRequest("/", { cookie: "" }), token);
  return { id, cookie: header.split(";")[0] ?? "" };
}

/** Records a draft without an account for a signed-in artist; `meanwhile` runs just before the batch. */
async function recordDraft(interfere: (draftId: string, artistId: string) => Promise<unknown>) {
  const draft = await createCompleteDraft(fixture);
  const artist = await createMember();
  const cookie = `${artist.cookie}; ${draft.cookie}`;
  const body = new URLSearchParams({ intent: "confirm" });
  const request = createRequest("/api/submission/record", { cookie, method: "POST", body });
  const portal = fixture.portalFor(request, (operation) => operation());
  const reply = await recordSubmission(request as IRequestStrict, {
    ...portal,
    drill: async (name: string) => {
      if (name === "record") await interfere(draft.draftId, artist.id);
    },
  });
  expect([reply.status, fixture.failures]).toEqual([200, []]);
  const { db } = fixture.deps;
  const [submission] = await db
    .select()
    .from(submissions)
    .where(eq(submissions.draftId, draft.draftId));
  const [closedDraft] = await db.select().from(drafts).where(eq(drafts.id, draft.draftId));
  return { artist, owners: [submission?.artistId, closedDraft?.artistId] };
}

test("one that has become another account's by then is recorded for that", async () => {
  const { owners } = await recordDraft((id) =>
    fixture.deps.db.update(drafts).set({ artistId: "OTHER" }).where(eq(drafts.id, id)),
  );
  expect(owners).toEqual(["OTHER", "OTHER"]);
});

test("an account that was deleted by then gets nothing", async () => {
  const { owners } = await recordDraft((_, id) =>
    fixture.deps.db.update(artists).set({ deletedAt: "2026-11-25" }).where(eq(artists.id, id)),
  );
  expect(owners).toEqual([null, null]);
});
