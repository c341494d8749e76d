import { expect, test } from "vitest";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { formatBytes } from "~/platform/formats/bytes";
import { wavBytes } from "../fixtures/wav";
import { openAppStores } from "../support/app-stores";
import {
  COVER,
  coverBytes,
  createDraftAt,
  findDraftRow,
  SONG,
  sha256,
  songBytes,
} from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import {
  beginDirectUpload,
  finishDirectUpload,
  readApiReply,
  sendPart,
} from "../support/upload-calls";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "../support/visitor";

const second = wavBytes({ totalBytes: 6_000_000, seed: 5 });
const inside = await openForFile(openAppStores);

/** The result of a visitor's draft, from the server. */
const readSubmission = (visitor: Visitor) => readApiReply(visitor.send("/api/submission"));

const call = (visitor: Visitor, name: "check" | "record", fields: Record<string, string> = {}) =>
  readApiReply(visitor.post(`/api/submission/${name}`, { intent: "submit", ...fields }));

const words = ({ length }: Uint8Array) => formatBytes(length);

async function findSubmissions(visitor: Visitor) {
  const { id } = await findDraftRow(inside, visitor);
  return inside.rows("SELECT reference FROM submissions WHERE draft_id = ?", id);
}

test("a check records nothing; the record call does, and answers the same when repeated", async () => {
  const visitor = await createDraftAt("review");
  const expectedCheck = { status: 200, body: { success: true } };
  expect(await call(visitor, "check")).toEqual(expectedCheck);
  expect(await findSubmissions(visitor)).toEqual([]);
  expect(await readSubmission(visitor)).toEqual({
    status: 200,
    body: { success: true, recorded: false },
  });
  const recordReply = await call(visitor, "record");
  const [row, ...others] = await findSubmissions(visitor);
  expect(others).toEqual([]);
  expect(recordReply).toEqual({
    status: 200,
    body: {
      success: true,
      recorded: true,
      submission: {
        reference: row?.reference,
        release: "Night Ferry",
        artistName: artistAnswers.artistName,
        artwork: expect.stringMatching(/^\/files\/previews\/\w+$/),
        files: [
          {
            label: "Track 1",
            name: "ferry.wav",
            size: words(songBytes),
            sha256: sha256(songBytes),
          },
          {
            label: "Artwork",
            name: "cover.jpg",
            size: words(coverBytes),
            sha256: sha256(coverBytes),
          },
        ],
        email: artistAnswers.email,
        statusPath: expect.stringMatching(/^\/status\/\w+\?/),
        statusUrl: expect.stringMatching(/^https?:\/\/[^/]+\/status\/\w+\?/),
        dateNote: expect.stringMatching(/^A \w+day\. We answer by .*, \w+ weeks before\.$/),
        stages: ["received", "listened to", "agreed", "delivered", "out"].map((name) =>
          expect.objectContaining({ name, text: expect.any(String), when: expect.any(String) }),
        ),
        canCorrectEmail: true,
        sendsMail: expect.any(Boolean),
        mailHeld: expect.any(Boolean),
        supportEmail: expect.stringContaining("@"),
        replyDue: expect.stringMatching(/^\w+ \d+, \d{4}$/),
      },
    },
  });
  expect(await call(visitor, "record")).toEqual(recordReply);
  expect(await readSubmission(visitor)).toEqual(recordReply);
  expect(await call(visitor, "check")).toEqual(expectedCheck);
  expect(await findSubmissions(visitor)).toHaveLength(1);
});

test("the record and the question about it keep the draft's cookie for 14 more days", async () => {
  const visitor = await createDraftAt("review");
  const { cookie } = visitor;
  const replies = [
    await visitor.post("/api/submission/record", { intent: "submit" }),
    await visitor.send("/api/submission"),
  ];
  for (const reply of replies) expect(reply.headers.get("Set-Cookie")).toMatch(/Max-Age=1209600/);
  expect(visitor.cookie).toBe(cookie);
  const other = await createDraftAt("review");
  const submitReply = await other.post("/submit/review", { intent: "submit" });
  expect(submitReply.headers.get("Set-Cookie")).toMatch(/Max-Age=1209600/);
});

test("an unfinished upload does not stop the check, only the record", async () => {
  const visitor = await createDraftAt("review");
  const removing = { ...musicAnswers(dateInDays(60)), intent: `remove-file:${COVER.slot}` };
  await visitor.post("/submit/music", removing);
  await visitor.json("/api/cloud-storage/upload-url", { ...COVER, fileSize: 6_000_000 });
  expect((await call(visitor, "check")).status).toBe(200);
  const reply = await call(visitor, "record");
  expect(reply).toMatchObject({
    status: 400,
    body: {
      success: false,
      refused: "incomplete",
      obstacles: [{ step: "music", text: expect.stringContaining("hasn't fully arrived") }],
    },
  });
});

/** Begins a file in the place of the stored song, and sends the first of its parts. */
async function halfReplaced(visitor: Visitor, fileName = "second.wav") {
  const plan = await beginDirectUpload(visitor, second.length, { ...SONG, fileName });
  await sendPart(visitor, plan, 1, second.slice(0, PART_BYTES));
  return plan;
}
const recordedSong = async (visitor: Visitor) => {
  const { id } = await findDraftRow(inside, visitor);
  const [row] = await inside.rows("SELECT files FROM submissions WHERE draft_id = ?", id);
  const files = JSON.parse(String(row?.files ?? "[]")) as { slot: string; sha256: string }[];
  return files.find(({ slot }) => slot === SONG.slot)?.sha256;
};

test.each([
  ["second.wav", '"second.wav"', '"ferry.wav"'],
  ["ferry.wav", 'The new "ferry.wav"', "the one you sent before"],
])(
  "nothing is recorded while %s is on its way in the place of the song",
  async (name, which, other) => {
    const visitor = await createDraftAt("review");
    const plan = await halfReplaced(visitor, name);
    expect((await call(visitor, "check")).status).toBe(200);
    const reply = await call(visitor, "record");
    const text = `${which} hasn't fully arrived. Wait until it's stored, choose it again, or keep ${other}.`;
    expect(reply).toMatchObject({
      status: 400,
      body: {
        refused: "incomplete",
        obstacles: [
          { step: "music", field: "tracks[0].file", text, stays: { fileName: "ferry.wav" } },
        ],
      },
    });
    expect(await findSubmissions(visitor)).toEqual([]);
    await sendPart(visitor, plan, 2, second.slice(PART_BYTES));
    expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
    expect((await call(visitor, "record")).status).toBe(200);
    expect(await recordedSong(visitor)).toBe(sha256(second));
  },
);

test("an artist who keeps the stored song submits it, whatever replacement was begun before", async () => {
  const visitor = await createDraftAt("review");
  await halfReplaced(visitor, "wrong.wav");
  const { uploadId } = await halfReplaced(visitor);
  const path = `/api/cloud-storage/uploads/${uploadId}`;
  expect((await visitor.send(path, { method: "DELETE" })).status).toBe(200);
  expect((await call(visitor, "record")).status).toBe(200);
  expect(await recordedSong(visitor)).toBe(sha256(songBytes));
});

test("a refused or cancelled replacement does not block the submission", async () => {
  const refusedVisitor = await createDraftAt("review");
  const text = new TextEncoder().encode("no music ".repeat(100));
  const plan = await beginDirectUpload(refusedVisitor, text.length, {
    ...SONG,
    fileName: "second.wav",
  });
  await sendPart(refusedVisitor, plan, 1, text);
  expect((await finishDirectUpload(refusedVisitor, plan)).status).toBe(415);
  const quittingVisitor = await createDraftAt("review");
  const { uploadId } = await halfReplaced(quittingVisitor);
  await inside.rows("UPDATE uploads SET state = 'expired' WHERE id = ?", uploadId);
  // Choosing the stored file again changes nothing.
  const same = await createDraftAt("review");
  const again = { ...SONG, sha256: sha256(songBytes) };
  const repeated = await beginDirectUpload(same, songBytes.length, again);
  expect(repeated).toMatchObject({ state: "complete" });
  for (const visitor of [refusedVisitor, quittingVisitor, same]) {
    expect((await call(visitor, "record")).status).toBe(200);
    expect(await recordedSong(visitor)).toBe(sha256(songBytes));
  }
});

test("a script is refused by both calls, also where it presses every button", async () => {
  const visitor = await createDraftAt("review");
  const refusal = {
    status: 403,
    body: {
      success: false,
      refused: "visitor",
      error: "Submission validation failed. Please try again or contact support if this persists.",
    },
  };
  const trapFields = { website: "spam" };
  expect(await call(visitor, "check", trapFields)).toEqual(refusal);
  expect(await call(visitor, "record", trapFields)).toEqual(refusal);
  for (const name of ["check", "record"] as const)
    expect((await call(visitor, name, { ...trapFields, intent: "confirm" })).status).toBe(403);
});

test("a check that breaks answers without a text, a record that breaks with its own", async () => {
  const visitor = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(inside, visitor);
  await visitor.json("/sandbox/site/fail", { only: `check ${draftId}` });
  const reply = await visitor.post("/api/submission/check", { intent: "submit" });
  expect(reply.status).toBe(500);
  await visitor.json("/sandbox/site/fail", { only: `record ${draftId}` });
  expect(await call(visitor, "record")).toEqual({
    status: 503,
    body: { success: false, refused: "record", error: "Failed to create monday.com entry" },
  });
});

test("a visitor without a draft is refused, and so is what is no form", async () => {
  expect((await readSubmission(new Visitor())).status).toBe(404);
  for (const name of ["check", "record"] as const) {
    expect((await call(new Visitor(), name)).status).toBe(403);
    const visitor = await createDraftAt("artist");
    expect((await visitor.json(`/api/submission/${name}`, {})).status).toBe(415);
    expect((await call(visitor, name, { more: "x".repeat(70_000) })).status).toBe(413);
    expect((await call(visitor, name)).status).toBe(400);
  }
});
