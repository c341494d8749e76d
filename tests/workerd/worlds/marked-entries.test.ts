import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AudioFindings } from "~/domain/media/audio-findings";
import { findReviewItem } from "~/domain/review/queue.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { audioAdvice } from "~/domain/uploads/advice/advice";
import { NO_PREVIEW } from "~/domain/uploads/preview";
import { trackFindings, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { artworkPreviews } from "~/features/staff/queue/queue-row.server";
import { createRaceFixture, type RaceFixture } from "../../support/race-fixture";
import { soundFindings } from "../../support/sound-findings";
import { submissionRow } from "../../support/submission-row";

const createdAt = "2026-11-23T12:00:00.000Z";

let fixture: RaceFixture;
let db: RaceFixture["deps"]["db"];
beforeAll(async () => {
  fixture = await createRaceFixture();
  db = fixture.deps.db;
});
afterAll(() => fixture.close());

const upload = (
  id: string,
  draftId: string,
  fields: Partial<typeof uploads.$inferInsert> = {},
) => ({
  ...{ id, draftId, kind: "track", slot: `audio:${id}`, fileName: `${id} 1.wav`, size: 1 },
  ...{ contentType: "audio/wav", key: id, multipartId: id, partSize: 1, state: "complete" },
  ...{ createdAt, updatedAt: createdAt },
  ...fields,
});

/** A submission with a cover and one track. */
async function submit(id: string, fields: Partial<typeof submissions.$inferInsert> = {}) {
  const form = { tracks: [{ title: "Harbour", uploadId: `${id}-T` }], artworkUploadId: `${id}-A` };
  await db
    .insert(submissions)
    .values(submissionRow({ id, createdAt, formData: JSON.stringify(form), ...fields }));
  await db.insert(uploads).values(upload(`${id}-T`, id));
  await db.insert(uploads).values(upload(`${id}-A`, id, { kind: "artwork", slot: "artwork" }));
}

const tracks: [string, Partial<AudioFindings> | null][] = [
  ["sound", {}],
  ["unreadable", null],
  ["silent", { silence: { head: 100, tail: 100 } }],
  ["damaged", { unusable: 1 }],
  ["over full scale", { over: { samples: 1, first: 0 } }],
  ["clipping", { clipping: { runs: 1, samples: 3, first: 1 } }],
  ["true peak of 0", { truePeak: 0.04 }],
  ["true peak over 0", { truePeak: 0.06 }],
  ["no level", { truePeak: null, peak: null, loudness: null }],
  ["mono", { channels: 1, same: true }],
  ["six channels", { channels: 6 }],
  ["one side", { silentChannels: [0] }],
  ["mono as stereo", { same: true }],
  ["a short start", { silence: { head: 2, tail: 5 } }],
  ["a long start", { silence: { head: 2.1, tail: 0 } }],
  ["a long end", { silence: { head: 0, tail: 5.1 } }],
  ["a low rate", { sampleRate: 22_050 }],
  ["low bits", { bits: 8 }],
  ["telephone", { format: "alaw", bits: 16 }],
];

test.each(tracks)(
  "a track that is %s marks its entry as the review page advises",
  async (name, fields) => {
    const id = name.replace(/\W/g, "-");
    await submit(id);
    const findings = fields && { ...soundFindings, ...fields };
    const row = { uploadId: `${id}-T`, findings: JSON.stringify(findings), createdAt };
    await db.insert(trackFindings).values(row);
    const isAdvised =
      findings !== null && audioAdvice(findings).some(({ tone }) => tone === "advice");
    expect((await findReviewItem(db, id))?.hasFindings).toBe(isAdvised);
  },
);

test("a row has a small picture of its artwork, if there is one that can be shown", async () => {
  await submit("ROW");
  await submit("BARE", { formData: "{}" });
  await submit("NONE");
  await db.update(uploads).set({ preview: NO_PREVIEW }).where(eq(uploads.id, "NONE-A"));
  await submit("UNREADABLE", { formData: "{" });
  const ids = ["ROW", "BARE", "NONE", "UNREADABLE", "GONE"].map((id) => ({ id }));
  expect([...(await artworkPreviews(db, ids))]).toEqual([["ROW", "/files/previews/ROW-A"]]);
});
