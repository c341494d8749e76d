import { afterAll, beforeAll, expect, test } from "vitest";
import { invitations, returningLinks, waitingList } from "~/domain/access/entry-tables.server";
import { auditStatement } from "~/domain/access/staff/audit.server";
import { staffNotes } from "~/domain/access/staff/staff-tables.server";
import {
  releaseDetails,
  signatureRequests,
  splitConfirmations,
} from "~/domain/artists/artist-tables.server";
import {
  artistBackground,
  type BackgroundSubject,
  MAX_RELATED,
} from "~/domain/review/artist-background.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { trackFindings, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import type { Database } from "~/platform/database.server";
import { staffPrincipal } from "../../support/accounts";
import { submissionRow } from "../../support/submission-row";
import { type WatchedDatabase, watchedDatabase } from "../../support/watched-database";

const AT = "2026-11-21T12:00:00.000Z";
let database: WatchedDatabase;
let db: Database;

beforeAll(async () => {
  database = await watchedDatabase();
  db = database.db;
});
afterAll(() => database.close());

const common = { createdAt: AT, updatedAt: AT };
const subjectOf = (more: Partial<BackgroundSubject> & { id: string }): BackgroundSubject => ({
  email: "",
  artistId: null,
  linkId: null,
  draftId: more.id,
  ...more,
});
const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

function submit(id: string, more: Partial<typeof submissions.$inferInsert>) {
  const email = `${id.toLowerCase()}@example.com`;
  return db.insert(submissions).values(submissionRow({ id, email, createdAt: AT, ...more }));
}

function waitFor(id: string, email: string) {
  return db.insert(waitingList).values({
    ...{ id, email, reference: id, artistName: "Ada", listenLink: "https://a.example" },
    ...{ artistData: "{}", statusHistory: "[]", replyDueAt: AT, ...common },
  });
}

function store(id: string, draftId: string, more: Partial<typeof uploads.$inferInsert> = {}) {
  return db.insert(uploads).values({
    ...{ id, draftId, kind: "track", slot: "audio:track-1", fileName: "a.wav", size: 9 },
    ...{ contentType: "audio/wav", key: id, multipartId: "", partSize: 9, state: "complete" },
    ...common,
    ...more,
  });
}

const open = (id: string, more: Partial<typeof drafts.$inferInsert> = {}) =>
  db.insert(drafts).values({
    ...{ id, keyHash: id, answers: "{}", completedSteps: "[]", expiresAt: AT, ...common },
    ...more,
  });

test("others of the same address in any case, account or link are found, latest first", async () => {
  await submit("A1", { email: "Ada@Example.com", releaseTitle: "Tide", status: "approved" });
  await submit("A2", { artistId: "account" });
  await submit("A3", { linkId: "link" });
  await submit("A4", { email: "somebody@example.com" });
  await submit("A5", { email: "ada@example.com", artistId: "account", linkId: "link" });
  await waitFor("A0", "ada@example.com");
  await db
    .insert(staffNotes)
    .values({ id: "N1", itemId: "A1", staffId: "s", staffName: "Rosa", text: "x", createdAt: AT });
  const found = await artistBackground(
    db,
    subjectOf({ id: "A5", email: "ADA@example.com", artistId: "account", linkId: "link" }),
  );
  expect(idsOf(found.submissions)).toEqual(["A3", "A2", "A1"]);
  expect(found.submissions.at(-1)).toMatchObject({ title: "Tide", status: "approved", notes: 1 });
  expect(idsOf(found.waitingEntries)).toEqual(["A0"]);
  const ofEntry = await artistBackground(
    db,
    subjectOf({ id: "A0", email: "ada@example.com", draftId: null }),
  );
  expect([idsOf(ofEntry.submissions), ofEntry.waitingEntries]).toEqual([["A5", "A1"], []]);
});

test("an entry without an address, account or link has no others", async () => {
  await submit("B1", { email: "" });
  await submit("B2", { email: "" });
  const found = await artistBackground(db, subjectOf({ id: "B1" }));
  expect(found).toMatchObject({ submissions: [], waitingEntries: [], link: undefined });
  expect(found.splits).toEqual({ asked: 0, confirmed: 0, disputed: 0 });
});

test("of many others the latest are listed, and that there are more is told", async () => {
  const email = "busy@example.com";
  for (let n = 10; n < 12 + MAX_RELATED; n++) await submit(`C${n}`, { email });
  const found = await artistBackground(db, subjectOf({ id: "C10", email }));
  expect(found.submissions).toHaveLength(MAX_RELATED);
  expect([found.submissions[0]?.id, found.hasMoreSubmissions]).toEqual(["C31", true]);
});

test("the invitation or the returning artist's link that it came by tells who made it", async () => {
  const link = { artistName: "Ada", email: "a@b.example", expiresAt: AT, createdAt: AT };
  await db
    .insert(invitations)
    .values({ id: "I1", tokenHash: "i", prefill: "{}", staffName: "Rosa Vale", ...link });
  await db
    .insert(returningLinks)
    .values({ id: "R1", tokenHash: "r", staffName: "Hedda Head", ...link });
  const linkOf = async (linkId: string) =>
    (await artistBackground(db, subjectOf({ id: "D", linkId }))).link;
  expect(await linkOf("I1")).toMatchObject({ kind: "invited", staffName: "Rosa Vale" });
  expect(await linkOf("R1")).toMatchObject({ kind: "returning", staffName: "Hedda Head" });
  expect(await linkOf("gone")).toBeUndefined();
});

test("what it corrects and what corrects it are told, and not as the same audio", async () => {
  await submit("E1", { status: "rejected" });
  await submit("E2", {});
  await open("E1");
  await open("E2", { resendOf: "E1" });
  await store("UE1", "E1", { sha256: "ee" });
  await store("UE2", "E2", { sha256: "ee" });
  const [first, second] = [
    await artistBackground(db, subjectOf({ id: "E1" })),
    await artistBackground(db, subjectOf({ id: "E2" })),
  ];
  expect([first.resentFrom, first.resentAs?.id]).toEqual([undefined, "E2"]);
  expect([second.resentFrom?.id, second.resentFrom?.status]).toEqual(["E1", "rejected"]);
  expect([first.sameAudio, second.sameAudio]).toEqual([[], []]);
});

test("the same file and the same audio under other tags are found in other submissions", async () => {
  for (const id of ["F1", "F2", "F3", "F4"]) await submit(id, {});
  await store("UF1", "F1", { sha256: "f1" });
  await store("UF2", "F2", { sha256: "f1" });
  await store("UF3", "F3", { sha256: "f3" });
  await store("UF4", "F4", { sha256: "f1", state: "removed" });
  // A draft that was never submitted.
  await store("UF5", "F5", { sha256: "f1" });
  const findings = JSON.stringify({ fingerprint: "pcm16x2@44100:9:00" });
  for (const uploadId of ["UF1", "UF2", "UF3"])
    await db.insert(trackFindings).values({ uploadId, findings, createdAt: AT });
  const { sameAudio } = await artistBackground(db, subjectOf({ id: "F1" }));
  expect(sameAudio.map(({ uploadId, id, isSameFile }) => [uploadId, id, isSameFile])).toEqual([
    ["UF1", "F3", false],
    ["UF1", "F2", true],
  ]);
});

test("one recording with two ISRCs is told, and one ISRC on two recordings", async () => {
  const artistId = "doubles";
  const release = async (id: string, isrc: string, sha256: string, status = "approved") => {
    const tracks = [{ title: "Tide", uploadId: `U${id}` }];
    await submit(id, { artistId, status, formData: JSON.stringify({ tracks }) });
    await store(`U${id}`, id, { sha256 });
    const codes = [
      { kind: "upc", code: isrc, title: "", field: "upc" },
      { kind: "isrc", code: isrc, title: "tide", field: "tracks[0].isrc" },
    ];
    await db.insert(releaseDetails).values({
      ...{ submissionId: id, answers: "{}", sent: JSON.stringify({ codes }), version: 1 },
      ...common,
    });
  };
  await release("K1", "GBKTQ2600001", "k1");
  await release("K2", "GBKTQ2600002", "k1");
  await release("K3", "GBKTQ2600001", "k1");
  await release("K4", "GBKTQ2600001", "k4");
  await release("K5", "GBKTQ2600001", "k5", "rejected");
  await submit("K6", { artistId });
  await store("UK6", "K6", { sha256: "k1" });
  const found = await artistBackground(db, subjectOf({ id: "K1", artistId }));
  expect(found.sameAudio.map(({ id, isrcs }) => [id, isrcs])).toEqual([
    ["K6", undefined],
    ["K3", undefined],
    ["K2", { isrc: "GBKTQ2600001", other: "GBKTQ2600002" }],
  ]);
  expect(found.sameIsrc.map(({ id, uploadId, isrc }) => [id, uploadId, isrc])).toEqual([
    ["K4", "UK1", "GBKTQ2600001"],
  ]);
});

test("agreements, also on paper, and confirmed splits are told", async () => {
  const request = { artistId: "G", provider: "portal", textHash: "", text: "", expiresAt: AT };
  const versions = [
    ["1", "2026-01-02T10:00:00.000Z", "signed"],
    ["2", null, "declined"],
  ] as const;
  for (const [templateVersion, signedAt, status] of versions)
    await db.insert(signatureRequests).values({
      id: `SR${templateVersion}`,
      templateVersion,
      signedAt,
      status,
      ...request,
      ...common,
    });
  await auditStatement(db, {
    ...{ id: "G1", at: new Date(AT), by: { ...staffPrincipal, name: "Rosa Vale" } },
    ...{ action: "agreement-on-paper", subject: "G1", requestId: null },
  });
  for (const [n, state] of ["confirmed", "waiting", "disputed", "replaced"].entries())
    await db.insert(splitConfirmations).values({
      ...{ id: `SC${n}`, submissionId: "G1", trackId: "t", songwriterId: "s", name: "Bo" },
      ...{ email: "b@c.example", share: 50, splitHash: "h", tokenHash: "t", state, ...common },
    });
  const found = await artistBackground(db, subjectOf({ id: "G1", artistId: "G" }));
  expect(found.agreements).toEqual([
    { version: null, staffName: "Rosa Vale", signedAt: AT },
    { version: "1", staffName: null, signedAt: "2026-01-02T10:00:00.000Z" },
  ]);
  expect(found.splits).toEqual({ asked: 3, confirmed: 1, disputed: 1 });
});

test("all of it is read by few statements, each by an index", async () => {
  database.clear();
  await artistBackground(
    db,
    subjectOf({ id: "A5", email: "ada@example.com", artistId: "account", linkId: "link" }),
  );
  expect(database.statementCount()).toBe(8);
  const steps = await database.plans();
  const scans = steps.filter((step) =>
    /^SCAN (?!found\b|\w+ VIRTUAL TABLE|\(|CONSTANT|\d)/.test(step),
  );
  expect(scans, JSON.stringify(steps)).toEqual([]);
  for (const name of [
    ...["submissions_by_email", "submissions_by_artist", "submissions_by_link"],
    ...["waiting_list_by_email", "uploads_by_sha256", "track_findings_by_fingerprint"],
    ...["drafts_one_resend", "signature_requests_by_artist", "audit_by_subject"],
  ])
    expect(steps.join("\n")).toContain(name);
});
