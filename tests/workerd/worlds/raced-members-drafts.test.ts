import { eq } from "drizzle-orm";
import type { IRequestStrict } from "itty-router";
import { expect, test } from "vitest";
import { recordSubmission } from "~/api/submission";
import { openSessionStatements } from "~/domain/artists/artist-sessions.server";
import { artists } from "~/domain/artists/artist-tables.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { randomIds } from "~/platform/ids";
import { artistCookie } from "~/session/token-cookies.server";
import { createCompleteDraft } from "../../support/complete-draft";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";

/* The account of a submission is decided by the statement that records it. */

const fixture = await openForFile(createRaceFixture);

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
