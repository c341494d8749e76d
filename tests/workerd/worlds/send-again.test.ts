import { eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { openResendDraft } from "~/domain/submission/record/resend-draft.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { removeUpload } from "~/domain/uploads/receiving/remove-upload.server";
import { shareFilesStatements } from "~/domain/uploads/receiving/shared-files.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { randomIds } from "~/platform/ids";
import { createJobsFixture } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

/* A rejected submission as a draft once more: one of them, with files that are nobody's alone. */

const fixture = await openForFile(createJobsFixture);

const form = v.parse(releaseFormSchema, { tracks: [], releaseDate: "2026-12-26" });
const timestamp = "2026-11-21T12:00:00.000Z";
const KEY = "artists/ada/audio/one.wav";

async function rejectSubmission() {
  const { db, files } = fixture;
  await fixture.reset();
  await db.delete(uploads);
  await fixture.addJob("01J0B000000000000000000001");
  await db.update(submissions).set({ artistId: "ADA", status: "rejected", draftId: "D" });
  await db.insert(drafts).values({
    id: "D",
    keyHash: "k",
    answers:
      '{"about":{"bio":"Songs."},"music":{"tracks":[],"releaseDate":"2026-12-20","defaultReleaseDate":"2026-12-20"}}',
    completedSteps: '["about"]',
    submittedAt: timestamp,
    expiresAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  });
  await db.insert(uploads).values({
    id: "U",
    draftId: "D",
    kind: "track",
    slot: "audio:track-1",
    fileName: "one.wav",
    size: 3,
    contentType: "audio/wav",
    sha256: "abc",
    key: KEY,
    multipartId: "m",
    partSize: 3,
    state: "complete",
    probe: '{"kind":"png"}',
    createdAt: timestamp,
    updatedAt: timestamp,
  });
  await files.put(KEY, "abc");
}

function sendAgain(artistId = "ADA") {
  const { db, now } = fixture;
  const file = { uploadId: "U", kind: "track", slot: "audio:track-1", key: KEY } as const;
  const files = [{ ...file, fileName: "one.wav", contentType: "audio/wav", size: 3 }];
  return openResendDraft(
    db,
    randomIds,
    {
      submission: { id: "S", draftId: "D", files, form },
      access: { artistId },
      place: undefined,
      now: now(),
    },
    {
      maxOpen: 10,
      shareFiles: (uploadIds, id, condition) =>
        shareFilesStatements(db, uploadIds, id, { at: now(), condition }),
    },
  );
}

test("of any number of presses at once one opens the draft, and the files come with it once", async () => {
  await rejectSubmission();
  const results = await Promise.all([1, 2, 3, 4].map(() => sendAgain()));
  const draftIds = results.map((result) => (typeof result === "string" ? result : result.draft.id));
  expect(new Set(draftIds).size).toBe(1);
  expect(results.filter((result) => typeof result !== "string" && result.isNew)).toHaveLength(1);
  const [first] = results;
  expect(typeof first === "object" && first.draft.answers.about?.bio).toBe("Songs.");
  expect(typeof first === "object" && first.draft.answers.music).toMatchObject({
    ...{ releaseDate: "2026-12-26", defaultReleaseDate: "" },
  });
  const sharedUploads = await fixture.db.select().from(uploads).where(eq(uploads.origin, "U"));
  expect(sharedUploads.map(({ draftId, key, sha256 }) => [draftId, key, sha256])).toEqual([
    [draftIds[0], KEY, "abc"],
  ]);
});

test("it is the artist's own, and one that was turned down", async () => {
  await rejectSubmission();
  expect(await sendAgain("BEA")).toBe("gone");
  await fixture.db.update(submissions).set({ status: "approved" });
  expect(await sendAgain()).toBe("gone");
  expect(await fixture.db.$count(drafts)).toBe(1);
});

test("an object goes with the last upload that names it, and not before", async () => {
  await rejectSubmission();
  const result = await sendAgain();
  if (typeof result === "string") throw new Error(result);
  const [copy] = await fixture.db.select().from(uploads).where(eq(uploads.origin, "U"));
  const { id: draftId } = result.draft;
  await removeUpload(fixture.uploads, { id: String(copy?.id), draftId }, fixture.now);
  expect(await fixture.db.$count(uploads)).toBe(1);
  expect(await fixture.files.head(KEY)).not.toBeNull();
  await fixture.db.delete(submissions);
  await fixture.db.update(drafts).set({ submittedAt: null });
  await removeUpload(fixture.uploads, { id: "U", draftId: "D" }, fixture.now);
  expect(await fixture.files.head(KEY)).toBeNull();
});
