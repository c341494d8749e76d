import { expect, test } from "vitest";
import { drafts } from "~/domain/submission/submission-tables.server";
import { emptyUnusedSlots } from "~/domain/uploads/receiving/remove-upload.server";
import { slotStates } from "~/domain/uploads/receiving/slot-store.server";
import { uploadingMs } from "~/domain/uploads/receiving/uploading-time.server";
import { audioSlot } from "~/domain/uploads/slots";
import type { Upload } from "~/domain/uploads/upload";
import { allUploads } from "../support/all-uploads";
import { COVER, coverBytes, SONG, songBytes } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { createUploadFixture } from "../support/upload-fixture";

const fixture = await openForFile(createUploadFixture);

const notes = new TextEncoder().encode("These are only notes about a song.");
const track = (id: string) => ({ ...SONG, slot: audioSlot(id) });
const start = Date.UTC(2026, 10, 21);

const findSlots = async (draftId: string) =>
  (await allUploads(fixture.deps.db, draftId)).map(({ slot }) => slot).toSorted();
const inBucket = async ({ key }: Upload) => (await fixture.deps.carrier.size(key)) !== undefined;

/** A draft whose saved release has these tracks. */
async function createDraft(id: string, trackIds: string[]) {
  const tracks = trackIds.map((trackId) => ({ id: trackId, title: "" }));
  const timestamp = new Date(start).toISOString();
  await fixture.deps.db.insert(drafts).values({
    id,
    keyHash: id,
    answers: JSON.stringify({ music: { releaseType: "lp", tracks } }),
    completedSteps: "[]",
    createdAt: timestamp,
    updatedAt: timestamp,
    expiresAt: timestamp,
  });
}

const clock = () => new Date(start);

/** The last activity of these files. */
const LONG_AGO = "2000-01-01T00:00:00.000Z";

test("the files of removed tracks leave draft and bucket, in whatever state they are", async () => {
  const { deps, send } = fixture;
  const times = { announcedAt: start, arrivedAt: start + 1 };
  const remainingUpload = await send({ draftId: "A", as: track("one"), body: songBytes, ...times });
  const art = await send({ draftId: "A", as: COVER, body: coverBytes, ...times });
  const removedUpload = await send({ draftId: "A", as: track("two"), body: songBytes, ...times });
  const open = await send({
    draftId: "A",
    as: track("three"),
    body: songBytes,
    announcedAt: start,
  });
  await send({ draftId: "A", as: track("four"), body: notes, ...times });
  const other = await send({ draftId: "B", as: track("two"), body: songBytes, ...times });

  await createDraft("A", ["one"]);
  const seenVersions = Object.fromEntries(
    (await slotStates(deps.db, "A")).map(({ slot, version }) => [slot, version] as const),
  );
  await emptyUnusedSlots(deps, "A", { seenVersions, before: LONG_AGO }, clock);

  // What was refused holds nothing, and goes with its draft.
  expect(await findSlots("A")).toEqual(
    [COVER.slot, audioSlot("four"), audioSlot("one")].toSorted(),
  );
  expect(await findSlots("B")).toEqual([audioSlot("two")]);
  for (const file of [remainingUpload, art, other]) expect(await inBucket(file)).toBe(true);
  expect(await inBucket(removedUpload)).toBe(false);
  await expect(
    deps.carrier.putPart(open.key, open.multipartId, 1, songBytes, songBytes.length),
  ).rejects.toThrow();
});

test("of what nobody let go only that leaves a draft which no track has and nothing has come of since", async () => {
  const { deps, send } = fixture;
  const times = { announcedAt: start, arrivedAt: start + 60_000 };
  for (const id of ["one", "two"])
    await send({ draftId: "C", as: track(id), body: songBytes, ...times });
  const all = [audioSlot("one"), audioSlot("two")];
  await createDraft("C", ["one"]);

  await emptyUnusedSlots(deps, "C", { seenVersions: {}, before: LONG_AGO }, clock);
  expect(await findSlots("C")).toEqual(all);
  await emptyUnusedSlots(
    deps,
    "C",
    { seenVersions: {}, before: new Date(start + 60_000).toISOString() },
    clock,
  );
  expect(await findSlots("C")).toEqual(all);
  await emptyUnusedSlots(
    deps,
    "C",
    { seenVersions: {}, before: new Date(start + 60_001).toISOString() },
    clock,
  );
  expect(await findSlots("C")).toEqual([audioSlot("one")]);
});

test("time counts once while finished files were on their way, and not while one lies open", async () => {
  const { deps, send } = fixture;
  const seconds = (from: number, to: number) => ({
    announcedAt: start + from * 1000,
    arrivedAt: start + to * 1000,
  });
  await send({ draftId: "D", as: track("one"), body: songBytes, ...seconds(0, 60) });
  await send({ draftId: "D", as: track("two"), body: songBytes, ...seconds(30, 90) });
  await send({ draftId: "D", as: track("three"), body: notes, ...seconds(200, 210) });
  await send({ draftId: "D", as: track("four"), body: songBytes, announcedAt: start + 500_000 });
  await send({ draftId: "E", as: track("one"), body: songBytes, ...seconds(0, 900) });
  expect(await uploadingMs(deps.db, "D")).toBe(100_000);
  expect(await uploadingMs(deps.db, "nobody")).toBe(0);
});
