import { afterAll, beforeAll, expect, test } from "vitest";
import { openSessionStatements } from "~/domain/artists/artist-sessions.server";
import { artists } from "~/domain/artists/artist-tables.server";
import { publicRelease } from "~/domain/publishing/public-release";
import { findPublished } from "~/domain/publishing/published-releases.server";
import { listClaimableSubmissions } from "~/domain/submission/record/account-submissions.server";
import { releasesOfArtist } from "~/domain/submission/record/artist-releases.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { loader as showBar } from "~/routes/_portal";
import { loader as showPage } from "~/routes/_portal.dashboard";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { artistCookie } from "~/session/token-cookies.server";
import { createRaceFixture, createRequest, type RaceFixture } from "../../support/race-fixture";
import { submissionRow } from "../../support/submission-row";
import { SECRET } from "../../support/upload-fixture";

const now = new Date();
const timestamp = now.toISOString();
const artistId = randomIds.next(now);
const token = randomIds.secret();
/** Id and key of the draft that this browser has open. */
const [openDraftId, draftKey] = [randomIds.next(now), randomIds.secret()];

let fixture: RaceFixture;
beforeAll(async () => {
  fixture = await createRaceFixture();
  const { db } = fixture.deps;
  await db.insert(artists).values({
    id: artistId,
    artistId: "A-7K4P29",
    codeMark: "m",
    email: "ada@example.com",
    profile: '{"artistName":"Ada"}',
    createdAt: timestamp,
    updatedAt: timestamp,
  });
  const session = { id: randomIds.next(now), artistId, kind: "browser", codeMark: "m" } as const;
  await db.batch(await openSessionStatements(db, { ...session, token, device: "" }, now));
  for (let n = 0; n < 200; n++) {
    const id = `S${String(n).padStart(5, "0")}`;
    const release = { releaseTitle: `Tide ${n}`, formData: '{"releaseType":"lp"}' };
    await db
      .insert(submissions)
      .values(submissionRow({ id, artistId, ...release, createdAt: timestamp }));
  }
  for (const [id, owner] of [
    ["D1", artistId],
    ["D2", "SOMEBODY-ELSE"],
    [openDraftId, artistId],
  ] as const)
    await db.insert(drafts).values({
      id,
      keyHash: id === openDraftId ? await sha256Hex(draftKey) : id,
      artistId: owner,
      answers: '{"music":{"releaseTitle":"Tide"}}',
      completedSteps: "[]",
      createdAt: timestamp,
      updatedAt: timestamp,
      expiresAt: addDays(now, 14).toISOString(),
    });
});
afterAll(() => fixture.close());

test("the dashboard with 200 submissions needs four round trips including the bar, and its pages list each one once", async () => {
  const titles: string[] = [];
  let before = "";
  for (let pages = 0; pages < 10; pages++) {
    const path = `/dashboard?tab=0${before && `&before=${before}`}`;
    const sessionCookie = await artistCookie.serialize(createRequest(path, { cookie: "" }), token);
    const openDraft = { key: draftKey, draftId: openDraftId, state: "open" } as const;
    const draft = await draftCookieHeader(createRequest(path, { cookie: "" }), openDraft, SECRET);
    const cookie = [sessionCookie, draft].map((header) => header.split(";")[0]).join("; ");
    const request = createRequest(path, { cookie });
    let queries = 0;
    const context = fixture.portalFor(request, (operation) => {
      queries += 1;
      return operation();
    });
    const loaderArgs = { request, context, params: {} };
    // As they are asked for one page: side by side.
    const [{ member }, page] = await Promise.all([showBar(loaderArgs), showPage(loaderArgs)]);
    expect(queries).toBeLessThanOrEqual(4);
    expect(member).toEqual({ name: "Ada", picture: undefined, ownDraft: openDraftId });
    if (page.tab !== 0) throw new Error("Another tab");
    expect(page.profile.submissionCount).toBe(200);
    const draftRows = page.drafts.map(({ id, isOpenHere: isHere }) => [id, isHere]).sort();
    expect(draftRows).toEqual(
      before
        ? []
        : [
            [openDraftId, true],
            ["D1", false],
          ],
    );
    titles.push(...page.releases.map(({ releaseTitle }) => releaseTitle));
    if (!page.next) break;
    before = page.next;
  }
  expect(titles).toEqual(Array.from({ length: 200 }, (_, n) => `Tide ${199 - n}`));
  expect(fixture.failures).toEqual([]);
});

test("where the account cannot be read the page says so in its own words, and the bar hides them by none", async () => {
  const sessionCookie = await artistCookie.serialize(
    createRequest("/dashboard", { cookie: "" }),
    token,
  );
  const request = createRequest("/dashboard?tab=0", { cookie: sessionCookie.split(";")[0] ?? "" });
  let queries = 0;
  const context = fixture.portalFor(request, (operation) => {
    queries += 1;
    // The first one says who asks.
    return queries > 1 ? Promise.reject(new Error("D1 is away")) : operation();
  });
  const loaderArgs = { request, context, params: {} };
  const [bar, page] = await Promise.allSettled([showBar(loaderArgs), showPage(loaderArgs)]);
  expect(bar).toEqual({ status: "fulfilled", value: { member: undefined } });
  if (page.status !== "rejected" || !(page.reason instanceof Response))
    throw new Error("No refusal");
  expect([page.reason.status, await page.reason.text()]).toEqual([
    503,
    expect.stringContaining("Failed to load dashboard data"),
  ]);
  fixture.failures.length = 0;
});

test("a catalogue transfer is labelled as such wherever its artist sees it, and has no type", async () => {
  const { db } = fixture.deps;
  const movedRow = (id: string, owner: string | null) =>
    submissionRow({
      id,
      artistName: "Bo",
      email: "bo@example.com",
      artistId: owner,
      releaseTitle: "",
      formData: '{"uploadType":"transfer","tracks":[]}',
      status: "live",
      publishedAt: timestamp,
      createdAt: timestamp,
    });
  await db.insert(submissions).values([movedRow("T1", "BO"), movedRow("T2", null)]);
  await db.insert(drafts).values({
    id: "D4",
    keyHash: "D4",
    artistId: "BO",
    answers: '{"music":{"uploadType":"transfer"}}',
    completedSteps: "[]",
    createdAt: timestamp,
    updatedAt: timestamp,
    expiresAt: addDays(now, 14).toISOString(),
  });
  const result = await releasesOfArtist(db, {
    artistId: "BO",
    isInBrowser: undefined,
    now,
    deliveryWeeks: 4,
  });
  const name = "Catalogue transfer";
  expect(result.releases).toMatchObject([{ id: "T1", releaseTitle: name, releaseType: "" }]);
  expect(result.drafts).toMatchObject([{ id: "D4", releaseTitle: name }]);
  expect(await listClaimableSubmissions(db, { id: "bo", email: "bo@example.com" })).toMatchObject([
    { id: "T2", releaseTitle: name },
  ]);
  const submission = await findPublished(db, "T1");
  expect(submission && publicRelease(submission)).toMatchObject({ title: name, type: "Release" });
});

test("a picture that cannot be reduced, or is deleted, is not shown on the dashboard", async () => {
  const { db } = fixture.deps;
  const file = (
    id: string,
    draftId: string,
    extraFields: Partial<typeof uploads.$inferInsert>,
  ) => ({
    id,
    draftId,
    key: id,
    kind: "artwork",
    slot: "artwork",
    fileName: "c.jpg",
    size: 1,
    contentType: "",
    multipartId: "m",
    partSize: 1,
    state: "complete",
    createdAt: timestamp,
    updatedAt: timestamp,
    ...extraFields,
  });
  const pictures = ["seen", "none", "left", "missing"];
  for (const picture of pictures) {
    const form = { releaseType: "ep", artworkUploadId: `U-${picture}` };
    const row = submissionRow({
      id: `P-${picture}`,
      artistName: "Cy",
      email: "cy@example.com",
      artistId: "CY",
      releaseTitle: picture,
      formData: JSON.stringify(form),
      createdAt: timestamp,
    });
    await db.insert(submissions).values(row);
  }
  await db
    .insert(uploads)
    .values([
      file("U-seen", "P-seen", {}),
      file("U-none", "P-none", { preview: "none" }),
      file("U-left", "P-left", { state: "left" }),
      file("U-D5", "D5", { preview: "none" }),
      file("U-D6", "D6", {}),
    ]);
  for (const id of ["D5", "D6"])
    await db.insert(drafts).values({
      id,
      keyHash: id,
      artistId: "CY",
      answers: "{}",
      completedSteps: "[]",
      createdAt: timestamp,
      updatedAt: timestamp,
      expiresAt: addDays(now, 14).toISOString(),
    });
  const result = await releasesOfArtist(db, {
    artistId: "CY",
    isInBrowser: undefined,
    now,
    deliveryWeeks: 4,
  });
  const artworkById = (cards: { id: string; artworkUrl: string | null }[]) =>
    Object.fromEntries(cards.map(({ id, artworkUrl }) => [id, artworkUrl]));
  expect(artworkById(result.releases)).toEqual({
    "P-seen": "/files/previews/U-seen",
    "P-none": null,
    "P-left": null,
    "P-missing": null,
  });
  expect(artworkById(result.drafts)).toEqual({ D5: null, D6: "/files/previews/U-D6" });
});
