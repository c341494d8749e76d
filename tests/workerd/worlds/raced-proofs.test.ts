import { beforeEach, expect, test } from "vitest";
import { rightsProofs } from "~/domain/artists/artist-tables.server";
import { listProofs, removeProof, storeProof } from "~/domain/artists/release/proof-store.server";
import { PROOF_WRONG_KIND } from "~/domain/artists/release/rights-proofs";
import { submissions } from "~/domain/submission/submission-tables.server";
import { removeStrays } from "~/domain/uploads/receiving/remove-strays.server";
import { strayObjects } from "~/domain/uploads/receiving/upload-tables.server";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { deepRuns } from "../../support/deep-runs";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";
import { submissionRow } from "../../support/submission-row";

/* Files that prove rights: at most one for each question, and no object without a row. */

const ROUNDS = deepRuns(12, 200);
const fixture = await openForFile(() => createRaceFixture());
const now = new Date("2026-11-28T05:00:00Z");
const clock = () => now;
const releaseOwner = { submissionId: "release", artistId: "artist" };
const place = { trackId: "track-1", question: "cover" } as const;
const pdf = (text: string) => ({
  fileName: `${text}.pdf`,
  bytes: new TextEncoder().encode(`%PDF-1.7 ${text}`),
});

/** What storing needs; its calls of database and bucket are scheduled if a test interleaves them. */
function depsFor(schedule: ScheduleOperation = (operation) => operation()) {
  const { own } = fixture.deps;
  return {
    db: fixture.databaseFor(schedule),
    files: {
      put: (...args: Parameters<typeof own.put>) => schedule(() => own.put(...args)),
    },
    clock,
    ids: randomIds,
  };
}

async function setStatus(status: string) {
  await fixture.deps.db.delete(submissions);
  await fixture.deps.db.insert(submissions).values(
    submissionRow({
      id: "release",
      artistId: "artist",
      status,
      createdAt: now.toISOString(),
    }),
  );
}

/** The keys in the bucket once the sweep has removed what no row names. */
async function keysAfterSweep() {
  await removeStrays(
    fixture.deps,
    () => undefined,
    () => addDays(now, 1),
  );
  return [...fixture.objects.keys()];
}

const storedProofs = () => listProofs(fixture.deps.db, "release");

beforeEach(async () => {
  await fixture.deps.db.delete(rightsProofs);
  await fixture.deps.db.delete(strayObjects);
  fixture.objects.clear();
  await setStatus("in progress");
});

test("a proof is kept with its name, size and hash, and a new one takes its place", async () => {
  expect(await storeProof(depsFor(), releaseOwner, place, pdf("first"))).toBe("stored");
  expect(await storeProof(depsFor(), releaseOwner, place, pdf("../second"))).toBe("stored");
  const [proof, ...others] = await storedProofs();
  expect(others).toEqual([]);
  expect(proof).toMatchObject({ ...place, fileName: "second.pdf", kind: "pdf", size: 18 });
  expect(await keysAfterSweep()).toEqual([proof?.key]);
});

test("a file is told by its first bytes, not by its name", async () => {
  const wrong = { fileName: "licence.pdf", bytes: new TextEncoder().encode("<html>%PDF-") };
  expect(await storeProof(depsFor(), releaseOwner, place, wrong)).toEqual({
    problem: PROOF_WRONG_KIND,
  });
  expect(await storedProofs()).toEqual([]);
  expect(fixture.objects.size).toBe(0);
  const png = { fileName: "x.txt", bytes: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]) };
  expect(await storeProof(depsFor(), releaseOwner, place, png)).toBe("stored");
  expect((await storedProofs())[0]?.kind).toBe("png");
});

test("nobody else, and nobody after the release has moved on, adds or removes a proof", async () => {
  const other = { ...releaseOwner, artistId: "another" };
  expect(await storeProof(depsFor(), other, place, pdf("theirs"))).toBe("moved-on");
  await storeProof(depsFor(), releaseOwner, place, pdf("mine"));
  const [{ id = "", key = "" } = {}] = await storedProofs();
  expect(await removeProof(fixture.deps.db, other, id, now)).toBe(false);
  await setStatus("live");
  expect(await storeProof(depsFor(), releaseOwner, place, pdf("late"))).toBe("moved-on");
  expect(await removeProof(fixture.deps.db, releaseOwner, id, now)).toBe(false);
  expect((await storedProofs()).map((proof) => proof.id)).toEqual([id]);
  expect(await keysAfterSweep()).toEqual([key]);
});

test("a page that shows an old proof does not remove the one in its place", async () => {
  await storeProof(depsFor(), releaseOwner, place, pdf("old"));
  const [{ id: oldId = "" } = {}] = await storedProofs();
  await storeProof(depsFor(), releaseOwner, place, pdf("new"));
  expect(await removeProof(fixture.deps.db, releaseOwner, oldId, now)).toBe(false);
  const [{ id = "", fileName } = {}] = await storedProofs();
  expect(fileName).toBe("new.pdf");
  expect(await removeProof(fixture.deps.db, releaseOwner, id, now)).toBe(true);
  expect(await storedProofs()).toEqual([]);
  expect(await keysAfterSweep()).toEqual([]);
});

test("a release that is sent again takes its proofs along, each to the track of its title", async () => {
  const { db } = fixture.deps;
  const titled = (...titles: string[]) => ({
    formData: JSON.stringify({ tracks: titles.map((title) => ({ title })) }),
    createdAt: now.toISOString(),
  });
  await db.update(submissions).set(titled("Tide", "Ebb", "Gone"));
  for (const trackId of ["track-1", "track-2", "track-3"])
    await storeProof(depsFor(), releaseOwner, { ...place, trackId }, pdf(`of ${trackId}`));
  const hire = { trackId: "", question: "workForHire" } as const;
  await storeProof(depsFor(), releaseOwner, hire, pdf("of all"));
  const fields = { id: "again", draftId: "again", reference: "again", resendOf: "release" };
  // The statement that records a submission.
  await db
    .insert(submissions)
    .values(submissionRow({ ...fields, ...titled("Ebb", "Tide", "New") }))
    .onConflictDoNothing({ target: submissions.draftId });
  const placesOf = async (id: string) =>
    (await listProofs(db, id)).map(({ trackId, fileName }) => [trackId, fileName]);
  expect(await placesOf("again")).toEqual([
    ["", "of all.pdf"],
    ["track-1", "of track-2.pdf"],
    ["track-2", "of track-1.pdf"],
  ]);
  expect(await placesOf("release")).toEqual([["track-3", "of track-3.pdf"]]);
  expect(await keysAfterSweep()).toHaveLength(4);
});

test("of two that replace a proof at once one counts, and only its bytes stay", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await storeProof(depsFor(), releaseOwner, place, pdf("before"));
    const [before] = await storedProofs();
    await interleave(seededRandom(round), [
      (schedule) => storeProof(depsFor(schedule), releaseOwner, place, pdf("one")),
      (schedule) => storeProof(depsFor(schedule), releaseOwner, place, pdf("two")),
      (schedule) =>
        removeProof(fixture.databaseFor(schedule), releaseOwner, before?.id ?? "", now).then(
          () => "stored" as const,
        ),
    ]);
    const [proof, ...others] = await storedProofs();
    expect(others, `round ${round}`).toEqual([]);
    expect(proof?.fileName, `round ${round}`).toMatch(/^(one|two)\.pdf$/);
    expect(await keysAfterSweep(), `round ${round}`).toEqual([proof?.key]);
  }
});
