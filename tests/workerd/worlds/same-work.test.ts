import { afterAll, beforeAll, expect, test } from "vitest";
import { requireFileAccess } from "~/api/file-access";
import { openPicture } from "~/api/open-picture";
import { findAccount } from "~/domain/artists/accounts.server";
import { artists, signatureRequests } from "~/domain/artists/artist-tables.server";
import { findPublishedArtist } from "~/domain/artists/published-artists.server";
import { findPublished } from "~/domain/publishing/published-releases.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { readDocument } from "~/features/portal/agreement/agreement-document.server";
import { requireRelease } from "~/features/portal/release/own-release.server";
import { requireOwnSubmission } from "~/features/portal/submission/own-submission-page.server";
import { submissionRow } from "../../support/submission-row";
import { type WatchedDatabase, watchedDatabase } from "../../support/watched-database";

/*
 * What is somebody else's takes as long as what is nobody's: by what is asked of the database, which is
 * what takes time. A clock would decide nothing here.
 */

const timestamp = "2026-11-23T12:00:00.000Z";
const [ME, OTHER] = ["01JME", "01JOTHER"];

let fixture: WatchedDatabase;
beforeAll(async () => {
  fixture = await watchedDatabase();
  const { db } = fixture;
  for (const [id, artistId] of [
    [ME, "A-222222"],
    [OTHER, "A-333333"],
  ] as const)
    await db.insert(artists).values({
      id,
      artistId,
      codeMark: id,
      email: `${id}@example.com`,
      profile: "{}",
      picture: JSON.stringify({ id: "P1", small: "a/s.jpg", large: "a/l.jpg" }),
      createdAt: timestamp,
      updatedAt: timestamp,
    });
  const row = submissionRow({
    id: "S1",
    draftId: "D1",
    artistId: OTHER,
    boardItemId: "4711",
    status: "in progress",
    createdAt: timestamp,
  });
  await db.insert(submissions).values(row);
  await db.insert(signatureRequests).values({
    id: "Q1",
    artistId: OTHER,
    provider: "portal",
    status: "signed",
    templateVersion: "1",
    textHash: "x",
    text: "x",
    documentKey: "k",
    expiresAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  });
});
afterAll(() => fixture.close());

/** As much of the portal as these need, for an artist who is signed in. */
function portal() {
  const findSelf = async () => ({ id: ME, artistId: "A-222222" });
  const scope = {
    artist: findSelf,
    portalArtist: findSelf,
    limitCall: async () => undefined,
    logFailure: () => {},
    principal: async () => ({ kind: "anonymous" }),
  };
  const settings = { SIGNING_SECRET: "s".repeat(32) };
  const documents = { read: () => expect.fail("Somebody else's document was read") };
  return {
    db: fixture.db,
    clock: () => new Date(timestamp),
    scope,
    settings,
    artists: { documents },
  };
}
type AppContext = Parameters<typeof requireRelease>[1];
const newPortal = () => portal() as unknown as AppContext;
const request = new Request("https://portal.example/x");
/** Asks for a picture; who asks is looked up for it. */
function picture(params: Record<string, string>) {
  const whole = newPortal();
  const artist = async () => {
    await findAccount(fixture.db, ME);
    return whole.scope.artist("read");
  };
  const call = { params, headers: new Headers() } as never;
  return openPicture(call, { ...whole, scope: { ...whole.scope, artist } });
}

const pages: [what: string, theirs: string, ask: (id: string) => Promise<unknown>][] = [
  ["a submission", "S1", (id) => requireOwnSubmission(newPortal(), { id: ME } as never, id)],
  [
    "a submission by its item",
    "4711",
    (id) => requireOwnSubmission(newPortal(), { id: ME } as never, id),
  ],
  ["the details of a release", "S1", (id) => requireRelease(request, newPortal(), id, "read")],
  ["a signed agreement", "Q1", (id) => readDocument(newPortal(), id)],
  [
    "a file",
    "D1",
    (id) =>
      requireFileAccess(
        request as never,
        newPortal(),
        id === "nonsense" ? undefined : { draftId: id },
      ),
  ],
  ["a release that is not published", "S1", (id) => findPublished(fixture.db, id)],
  ["an artist who is not published", "A-333333", (id) => findPublishedArtist(fixture.db, id)],
  ["a picture", "P1", (id) => picture({ artistId: "A-333333", pictureId: id, size: "small" })],
  [
    "an artist's pictures",
    "A-333333",
    (id) => picture({ artistId: id, pictureId: "P1", size: "small" }),
  ],
];

test.each(pages)(
  "%s of somebody else's takes what one takes that never was",
  async (_, id, callPage) => {
    const countWork = async (id: string) => {
      fixture.clear();
      const answer = await callPage(id).catch((error) => error);
      const status = answer instanceof Response ? answer.status : answer;
      const body = answer instanceof Response ? await answer.text() : answer;
      return [status, body, fixture.statementCount(), await fixture.plans()];
    };
    const unknown = await countWork("nonsense");
    expect([undefined, 404]).toContain(unknown[0]);
    expect(unknown[2]).toBeGreaterThan(0);
    expect(await countWork(id)).toEqual(unknown);
  },
);
