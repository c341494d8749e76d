import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffNotes } from "~/domain/access/staff/staff-tables.server";
import type { AudioFindings } from "~/domain/media/audio-findings";
import { findReviewItem } from "~/domain/review/queue.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { audioAdvice } from "~/domain/uploads/advice/advice";
import { trackFindings, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { queueRowDetails } from "~/features/staff/queue/queue-row.server";
import { rowFlags } from "~/features/staff/queue/row-flags";
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

test("a row has a small picture, its first track and its flags in words", async () => {
  await submit("ROW", { entry: "returning" });
  await submit("BARE", { formData: "{}" });
  const note = { id: "N1", itemId: "ROW", staffId: "x", staffName: "Rosa", text: "Hm", createdAt };
  await db.insert(staffNotes).values(note);
  await db.run(sql`UPDATE review_items SET assigned_to = 'tom', assigned_name = 'Tom', is_resent = 1,
    has_findings = 1, changes_asked_at = ${createdAt}, shortlisted_at = ${createdAt} WHERE id = 'ROW'`);
  const items = await Promise.all(["ROW", "BARE"].map((id) => findReviewItem(db, id)));
  const [row, bare] = items;
  if (!row || !bare) throw new Error("They are not there.");
  const details = await queueRowDetails(db, [row, bare]);
  expect(details.get("ROW")).toEqual({
    artwork: "/files/previews/ROW-A",
    track: { title: "Harbour", path: "/files/ROW-T/ROW-T%201.wav" },
    hasNote: true,
  });
  expect(details.get("BARE")).toEqual({ artwork: undefined, track: undefined, hasNote: false });
  expect(rowFlags({ item: row, mine: false, hasNote: true })).toEqual([
    ...["Changes asked", "Returning", "Resent", "Findings", "Shortlist", "In Tom's hands", "Note"],
  ]);
  expect(rowFlags({ item: row, mine: true, hasNote: false })).toContain("Yours");
  expect(rowFlags({ item: bare, mine: false, hasNote: false })).toEqual([]);
  const flagsOf = (mailTrouble: "failed" | "waiting") =>
    rowFlags({ item: bare, mine: false, hasNote: false, mailTrouble });
  expect([flagsOf("failed"), flagsOf("waiting")]).toEqual([["Email not sent"], ["Email waits"]]);
});
