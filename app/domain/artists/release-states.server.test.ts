import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pendingActions } from "~/domain/submission/record/pending-actions";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { submissions } from "~/domain/submission/submission-tables.server";
import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { createRaceFixture, type RaceFixture } from "../../../tests/support/race-fixture";
import { submissionRow } from "../../../tests/support/submission-row";
import { releaseDetails, rightsProofs, splitConfirmations } from "./artist-tables.server";
import { readArtistStates, readReleaseState } from "./release-states.server";
import { findSplitLink } from "./splits/split-answers.server";
import { currentSplitTracks, serializeSplit } from "./splits/splits";

let fixture: RaceFixture;
beforeAll(async () => {
  fixture = await createRaceFixture();
});
afterAll(() => fixture.close());

const now = new Date("2026-11-23T10:00:00Z");
const createdAt = now.toISOString();
const writer = { firstName: "Bea", lastName: "Lind", percentage: 100, email: "bea@example.com" };
const tracks = [{ title: "Tide", metadata: { soloWork: false, songwriters: [writer] } }];

const soloForm = JSON.stringify({ tracks: [{ title: "Tide", metadata: { soloWork: true } }] });

async function addRelease(id: string, fields: Partial<typeof submissions.$inferInsert>) {
  const row = { id, artistId: "A", createdAt, formData: JSON.stringify({ tracks }), ...fields };
  await fixture.deps.db.insert(submissions).values(submissionRow(row));
}

const details = (cover: "no" | "yes", coverProof = "") => ({
  ...{ workForHire: "no" as const, cYear: "", cName: "", pYear: "", pName: "" },
  tracks: [
    {
      ...{ id: "track-1", cover, coverProof, samples: "no" as const },
      ...{ coverWriters: "Ida Holm", soloCover: "others" as const },
    },
  ],
});
const splits = {
  tracks: [{ id: "track-1", writers: [{ ...writer, id: "w", percentage: "100" }] }],
};

async function addDetails(submissionId: string, answers: object, sent: object | null = answers) {
  await fixture.deps.db.insert(releaseDetails).values({
    ...{
      submissionId,
      createdAt,
      updatedAt: createdAt,
      version: 1,
      answers: JSON.stringify(answers),
    },
    ...(sent && { sent: JSON.stringify(sent), sentAt: createdAt }),
  });
}

const waitsFor = async (id: string) => {
  const release = await readReleaseState(fixture.deps.db, id, { now, deliveryWeeks: 4 });
  return release && pendingActions({ ...release.state, hasSigned: true });
};

test("changes that were asked for wait until the new version is there", async () => {
  await addRelease("ASKED", { changesAskedAt: createdAt });
  expect(await waitsFor("ASKED")).toEqual(["make-changes"]);
  await addRelease("NEWER", { resendOf: "ASKED" });
  expect(await waitsFor("ASKED")).toEqual([]);
  expect(await waitsFor("NEWER")).toEqual(["review"]);
});

test("a cover without licence waits after the details were sent, until its proof is there", async () => {
  const { db } = fixture.deps;
  await addRelease("COVER", { status: "In Progress", formData: soloForm });
  await addDetails("COVER", { details: details("yes") });
  expect(await waitsFor("COVER")).toEqual(["prove-rights"]);
  await db.insert(rightsProofs).values({
    ...{ id: "P", submissionId: "COVER", trackId: "track-1", question: "cover", createdAt },
    ...{ fileName: "licence.pdf", kind: "pdf", size: 1, sha256: "x", key: "k" },
  });
  expect(await waitsFor("COVER")).toEqual(["prepare"]);
});

test("details that were changed since they were sent wait to be sent again", async () => {
  await addRelease("CHANGED", { status: "in progress", formData: soloForm });
  await addDetails(
    "CHANGED",
    { details: details("yes", "https://x.example/licence") },
    {
      details: details("no"),
    },
  );
  expect(await waitsFor("CHANGED")).toEqual(["send-details"]);
});

test("a share that is disputed waits for the artist, one that is asked about for its songwriter", async () => {
  const { db } = fixture.deps;
  await addRelease("SHARES", { status: "in progress" });
  await addDetails("SHARES", { details: details("no"), splits });
  expect(await waitsFor("SHARES")).toEqual(["ask-songwriters"]);
  const [track] = currentSplitTracks(undefined, v.parse(releaseFormSchema, { tracks }));
  const split = serializeSplit("Tide", track ?? { id: "", writers: [] });
  await db.insert(splitConfirmations).values({
    ...{ id: "Q", submissionId: "SHARES", trackId: "track-1", songwriterId: "w", name: "Bea Lind" },
    ...{ email: writer.email, share: 100, split, splitHash: await sha256Hex(split) },
    ...{ letterId: "L", tokenHash: "t", state: "waiting", createdAt, updatedAt: createdAt },
  });
  expect(await waitsFor("SHARES")).toEqual(["confirm-shares"]);
  await db.update(splitConfirmations).set({ state: "disputed", note: "It was 50." });
  expect(await waitsFor("SHARES")).toEqual(["settle-share"]);
});

test("shares of a letter come in the order of the tracks, beyond the ninth", async () => {
  const { db } = fixture.deps;
  const tokenHash = await sha256Hex("token");
  for (const number of [10, 2, 1, 11])
    await db.insert(splitConfirmations).values({
      ...{ id: `T${number}`, submissionId: "TEN", trackId: `track-${number}`, songwriterId: "w" },
      ...{ name: "Bea", email: writer.email, share: 1, split: "", splitHash: "", letterId: "L10" },
      ...{ tokenHash, state: "waiting", createdAt, updatedAt: createdAt },
    });
  const link = await findSplitLink(db, "token");
  expect(link?.rows.map(({ trackId }) => trackId)).toEqual(
    [1, 2, 10, 11].map((number) => `track-${number}`),
  );
});

test("the dashboard reads what is open of one artist, and old rejections no longer", async () => {
  await addRelease("NO", { status: "rejected", artistId: "B" });
  await addRelease("OLD", {
    ...{ status: "rejected", artistId: "B", updatedAt: addDays(now, -31).toISOString() },
  });
  await addRelease("OPEN", { artistId: "B", changesAskedAt: createdAt, boardItemId: "4711" });
  await addRelease("LIVE", { status: "live", artistId: "B" });
  const { releases, signedVersion } = await readArtistStates(fixture.deps.db, "B", {
    now,
    deliveryWeeks: 4,
  });
  expect(releases.map(({ id }) => id)).toEqual(["4711", "NO"]);
  expect(signedVersion).toBeUndefined();
});
