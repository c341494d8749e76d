import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { staffNotes } from "~/domain/access/staff/staff-tables.server";
import { releaseDetails, rightsProofs } from "~/domain/artists/artist-tables.server";
import { unprovedRights } from "~/domain/artists/release/rights";
import { TEAM_KINDS } from "~/domain/mail/mail-kinds";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { waitingListMailKey } from "~/domain/mail/waiting-list-mail";
import { findReviewItems } from "~/domain/review/queue.server";
import { rowSpecials } from "~/domain/review/row-specials.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { trackFindings, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import type { Database } from "~/platform/database.server";
import { soundFindings } from "../../support/sound-findings";
import { submissionRow } from "../../support/submission-row";
import { type WatchedDatabase, watchedDatabase } from "../../support/watched-database";

const createdAt = "2026-11-23T12:00:00.000Z";

let database: WatchedDatabase;
let db: Database;
beforeAll(async () => {
  database = await watchedDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [submissions, uploads, trackFindings, releaseDetails, rightsProofs])
    await db.delete(table);
  await db.delete(mailOutbox);
  database.clear();
});

/** A file of a submission, with the row of its upload. */
async function addFile(id: string, kind: "track" | "artwork" | "custom-artwork", probe?: object) {
  await db.insert(uploads).values({
    ...{
      id,
      draftId: "D",
      kind,
      slot: id,
      fileName: `${id}.x`,
      size: 1,
      contentType: "x",
      key: id,
    },
    ...{ multipartId: id, partSize: 1, state: "complete", createdAt, updatedAt: createdAt },
    probe: probe ? JSON.stringify(probe) : null,
  });
  return { uploadId: id, kind };
}

async function submit(
  id: string,
  form: object,
  { files = [], ...fields }: { files?: object[]; entry?: string } = {},
) {
  const formData = JSON.stringify({ uploadType: "new-music", artistName: "Vale", ...form });
  await db
    .insert(submissions)
    .values(submissionRow({ id, createdAt, formData, files: JSON.stringify(files), ...fields }));
}

async function measure(uploadId: string, findings: object | null) {
  await db
    .insert(trackFindings)
    .values({ uploadId, findings: JSON.stringify(findings), createdAt });
  await db.run(sql`UPDATE review_items SET has_findings = 1`);
}

const failMail = (id: string, fields: Partial<typeof mailOutbox.$inferInsert>) =>
  db.insert(mailOutbox).values({
    ...{ id, dedupeKey: id, kind: "status-change", recipient: "a@b.example", subject: "Hello" },
    ...{ textBody: "", htmlBody: "", state: "failed", createdAt, ...fields },
  });

async function specials(...ids: string[]) {
  const items = await findReviewItems(db, ids);
  database.clear();
  const byId = await rowSpecials(db, items, unprovedRights);
  return ids.map((id) => byId.get(id)?.map(({ text }) => text));
}

const jpeg = (side: number) => ({ kind: "jpeg", width: side, height: side, components: 3 });
const track = (title: string, fields: object = {}) => ({ title, ...fields });

test("a row is special by its mails, sound, pictures, rights, titles, way, notes and marks", async () => {
  const files = [
    await addFile("T1", "track"),
    await addFile("T2", "track"),
    await addFile("A", "artwork", jpeg(3_000)),
    await addFile("C", "custom-artwork", jpeg(650)),
  ];
  const tracks = [
    track("Sea", { uploadId: "T1" }),
    track("Fuck This (feat. Bo)", { uploadId: "T2", customArtworkUploadId: "C" }),
  ];
  await submit("S1", { releaseTitle: "Tide", tracks }, { files, entry: "invited" });
  await measure("T1", { ...soundFindings, clipping: { runs: 18_544, samples: 60_000, first: 1 } });
  await measure("T2", null);
  const details = {
    tracks: [
      { id: "track-1", cover: "yes", lyrics: "La" },
      { id: "track-2", explicit: "no" },
    ],
  };
  const answers = JSON.stringify({ details });
  await db.insert(releaseDetails).values({
    ...{ submissionId: "S1", answers, sent: answers, version: 1, createdAt, updatedAt: createdAt },
  });
  await failMail("M1", { submissionId: "S1" });
  const note = { itemId: "S1", staffId: "x", staffName: "Rosa", text: "Hm", createdAt };
  for (const id of ["N1", "N2"]) await db.insert(staffNotes).values({ ...note, id });
  await db.run(sql`UPDATE review_items SET shortlisted_at = ${createdAt}, is_resent = 1`);
  expect(await specials("S1")).toEqual([
    [
      ...["email not sent", "clips 18,544 times", "cover 650 px", "cover, no licence"],
      ...["title names a guest", "explicit word in title", "sent before", "invited", "2 notes"],
      "shortlist",
    ],
  ]);
  expect(database.statementCount()).toBe(1);
  // The licence is handed in later, and the artist says that the words are explicit.
  await db.insert(rightsProofs).values({
    ...{ id: "P1", submissionId: "S1", trackId: "track-1", question: "cover", fileName: "l.pdf" },
    ...{ kind: "pdf", size: 1, sha256: "x", key: "k", createdAt },
  });
  await db.run(sql`UPDATE release_details SET
    answers = json_set(answers, '$.details.tracks[1].explicit', 'yes')`);
  const [later = []] = await specials("S1");
  expect(later).toContain("title names a guest");
  expect(later).not.toContain("cover, no licence");
  expect(later).not.toContain("explicit word in title");
});

test("what says nothing, was moved, or cannot be read, has nothing special", async () => {
  await submit("BARE", {});
  await submit("MOVED", { uploadType: "transfer", releaseTitle: "LOUD (feat. Bo)" });
  await db
    .insert(submissions)
    .values(submissionRow({ id: "TORN", createdAt, formData: "no JSON" }));
  expect(await specials("BARE", "MOVED", "TORN")).toEqual([[], [], []]);
});

test("a mail that went again, or waits, or went to the team, leaves nobody without", async () => {
  for (const id of ["S1", "S2", "S3", "S4"]) await submit(id, {});
  const address = { mailbox: "a@b.example" };
  await failMail("M1", { submissionId: "S1", ...address });
  const sent = { state: "sent", createdAt: "2026-11-24T12:00:00.000Z", ...address };
  await failMail("M2", { submissionId: "S1", ...sent });
  await failMail("M3", { submissionId: "S2", state: "waiting", attempts: 1, lastError: "Away" });
  await failMail("M4", { submissionId: "S3", kind: TEAM_KINDS[0] ?? "" });
  await failMail("M5", { submissionId: "S4", state: "unconfirmed" });
  expect(await specials("S1", "S2", "S3", "S4")).toEqual([[], [], [], ["email not sent"]]);
});

test("somebody on the waiting list whose confirmation failed is told of", async () => {
  await db.run(sql`INSERT INTO review_items (id, kind, reference, artist_name, title, email, status,
      revision, due_at, order_key, created_at)
    VALUES ('W1', 'waiting', 'W1', 'Vale', '', 'v@example.com', 'pending', 1, '2026-12-01',
      '02026-12-01', '2026-11-20')`);
  expect(await specials("W1")).toEqual([[]]);
  await failMail("M1", { dedupeKey: waitingListMailKey("W1"), kind: "waiting-list" });
  expect(await specials("W1")).toEqual([["email not sent"]]);
});

test("a page of rows is read by indexes alone", async () => {
  await submit("S1", {});
  await specials("S1");
  const scans = (await database.plans()).filter(
    (step) => /^SCAN /.test(step) && !/VIRTUAL TABLE|CONSTANT ROW/.test(step),
  );
  expect(scans).toEqual([]);
});
