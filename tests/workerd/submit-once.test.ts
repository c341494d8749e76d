import { expect, test } from "vitest";
import { openAppStores, pollUntil } from "../support/app-stores";
import {
  coverBytes,
  createDraftAt,
  draftFiles,
  findDraftRow,
  SONG,
  sha256,
  songBytes,
} from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";
import { readApiReply } from "../support/upload-calls";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const submit = (visitor: Visitor) => visitor.post("/submit/review", { intent: "submit" });

async function findSubmissions(visitor: Visitor) {
  const { id } = await findDraftRow(inside, visitor);
  return inside.rows("SELECT * FROM submissions WHERE draft_id = ?", id);
}

async function boardItems(visitor: Visitor, name: string): Promise<unknown[]> {
  const items = (await (await visitor.send("/sandbox/monday/items")).json()) as { name: string }[];
  return items.filter((item) => item.name === name);
}

test("twenty submits at once give one submission, one job of each type, one item and one mail", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const names = { artistName: `Twenty Doors ${mark}`, email: `doors-${mark}@example.com` };
  const visitor = await createDraftAt("review", names);
  const replies = await Promise.all(Array.from({ length: 20 }, () => submit(visitor)));
  for (const reply of replies)
    expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit/success"]);
  const [submission, ...others] = await findSubmissions(visitor);
  expect(others).toEqual([]);
  const item = `${names.artistName} - Night Ferry`;
  await pollUntil(async () => (await boardItems(visitor, item))[0]);
  const jobs = await pollUntil(async () => {
    const sql = `SELECT type, state, subject = id AS isFollowUp FROM jobs
      WHERE submission_id = ? ORDER BY type`;
    const rows = await inside.rows(sql, submission?.id);
    return rows.every(({ state }) => state === "done") ? rows : undefined;
  });
  const typesOf = (isFollowUp: number) =>
    jobs.filter((job) => job.isFollowUp === isFollowUp).map(({ type }) => type);
  expect(typesOf(0)).toEqual([
    ...["confirm-by-mail", "measure-track", "mirror-drive", "send-mail", "sync-board"],
  ]);
  // Whether the board's job still waits when the files are on the drive, which needs no other job, is a
  // race of both jobs: `board-news.test.ts` holds what becomes of each case.
  expect([[], ["sync-board"]]).toContainEqual(typesOf(1));
  expect(await boardItems(visitor, item)).toHaveLength(1);
  const mails = await inside.rows("SELECT * FROM mail_outbox WHERE recipient = ?", names.email);
  expect(mails).toHaveLength(1);
  const [row] = await findSubmissions(visitor);
  expect(row?.monday_item_id).toBeTruthy();
});

test("what was submitted can no longer change, and its files stay", async () => {
  const visitor = await createDraftAt("review");
  await submit(visitor);
  const files = await draftFiles(inside, visitor);
  const text = "This release has been submitted.";
  for (const step of ["music", "about"]) {
    const post = await visitor.post(`/submit/${step}`, {
      ...musicAnswers(dateInDays(60)),
      intent: "next",
    });
    expect(post.status).toBe(409);
    expect(pageText(await post.text())).toContain(text);
  }
  const removing = { intent: `remove-file:${SONG.slot}` };
  expect((await visitor.post("/submit/music", removing)).status).toBe(409);
  const path = `/api/cloud-storage/uploads/${files[0]?.id}`;
  for (const call of [
    visitor.json("/api/cloud-storage/upload-url", { ...SONG, fileSize: 100 }),
    visitor.send(path, { method: "DELETE" }),
  ]) {
    const reply = await readApiReply(call);
    expect(reply.status).toBe(409);
    expect(reply.body.error).toContain(text);
  }
  expect(await draftFiles(inside, visitor)).toEqual(files);
  expect(files.map((file) => file.sha256)).toEqual([sha256(coverBytes), sha256(songBytes)]);
  for (const step of ["artist", "music", "about", "review"]) {
    const page = await visitor.send(`/submit/${step}`);
    expect([page.status, page.headers.get("Location")]).toEqual([302, "/submit/success"]);
  }
});

test("after a submit the entry leads to the success page, and only its button opens a new draft", async () => {
  const visitor = await createDraftAt("review");
  await submit(visitor);
  const { cookie } = visitor;
  expect((await visitor.send("/submit")).headers.get("Location")).toBe("/submit/success");
  const late = await visitor.post("/submit/artist", { ...artistAnswers, intent: "next" });
  expect(late.status).toBe(409);
  expect(visitor.cookie).toBe(cookie);
  const page = await (await visitor.send("/submit/success")).text();
  expect(page).toMatch(/<form[^>]* action="\/submit\?index"[^>]*>.*Submit another release/);
  const startReply = await visitor.post("/submit?index", { intent: "start-another" });
  expect(startReply.headers.get("Location")).toBe("/submit/music?kept");
  expect(visitor.cookie).not.toBe(cookie);
  const next = await findDraftRow(inside, visitor);
  expect(next.completed).toEqual(["artist"]);
  expect(next.answers).toEqual({ artist: expect.objectContaining(artistAnswers) });
  // Pressed once more, it leads to the same one.
  const repeated = await visitor.post("/submit?index", { intent: "start-another" });
  expect(repeated.headers.get("Location")).toBe("/submit");
  expect((await findDraftRow(inside, visitor)).id).toBe(next.id);
});

test("without a draft nothing is shown as saved", async () => {
  const page = pageText(await (await new Visitor().send("/submit/success")).text());
  expect(page).toContain("Nothing has been submitted from this browser yet.");
  expect(page).not.toContain("What you started is saved");
});

test("with another draft begun, the page does not say that nothing was sent", async () => {
  const visitor = await createDraftAt("review");
  await submit(visitor);
  await visitor.post("/submit?index", { intent: "start-another" });
  const page = pageText(await (await visitor.send("/submit/success")).text());
  expect(page).toContain("Not sent yet");
  expect(page).toContain(
    "Anything you sent before it is with us. You don't need to send that again.",
  );
  expect(page).not.toContain("Nothing");
});

async function change(visitor: Visitor, path: string, value: string): Promise<void> {
  const { id } = await findDraftRow(inside, visitor);
  const sql = "UPDATE drafts SET answers = json_set(answers, ?, ?) WHERE id = ?";
  await inside.rows(sql, path, value, id);
}

test("an outdated release date is refused at the submit, with a link to its step", async () => {
  const visitor = await createDraftAt("review");
  await change(visitor, "$.music.releaseDate", dateInDays(20));
  const reply = await submit(visitor);
  const html = await reply.text();
  expect(reply.status).toBe(400);
  expect(pageText(html)).toContain("Release date must be at least 6 weeks from today");
  expect(html).toContain('href="/submit/music?return=review&amp;field=releaseDate#releaseDate"');
  expect(await findSubmissions(visitor)).toEqual([]);
  const fields = { ...musicAnswers(dateInDays(60)), intent: "next" };
  const correction = await visitor.post("/submit/music?return=review", fields);
  expect(correction.headers.get("Location")).toBe("/submit/review");
  expect((await submit(visitor)).headers.get("Location")).toBe("/submit/success");
});

const findStored = async (visitor: Visitor, slot: string) =>
  (await draftFiles(inside, visitor)).filter(
    (file) => file.slot === slot && file.state === "complete",
  );

test("without script a submit waits for a replacement, and both steps have a way to give it up", async () => {
  for (const step of ["music", "review"]) {
    const visitor = await createDraftAt("review");
    const later = { ...SONG, fileName: "later.wav", fileSize: 6_000_000 };
    await visitor.json("/api/cloud-storage/upload-url", later);
    const refusal = await submit(visitor);
    expect(refusal.status).toBe(400);
    expect(pageText(await refusal.text())).toContain(
      `"later.wav" hasn't fully arrived. Wait until it's stored, choose it again, or keep "ferry.wav".`,
    );
    const review = await (await visitor.send("/submit/review")).text();
    expect(pageText(review)).toContain("Some fields incomplete");
    expect(pageText(review)).toContain("To be replaced by later.wav, not fully sent yet");
    const page = await (await visitor.send(`/submit/${step}`)).text();
    const [stored] = await findStored(visitor, SONG.slot);
    const intent = `keep-file:${SONG.slot}@${stored?.id}`;
    expect(page).toContain(`value="${intent}"`);
    expect(pageText(page)).toContain("Keep ferry.wav");
    const keeping = {
      ...(step === "music" && musicAnswers(dateInDays(60))),
      intent,
    };
    const reply = await visitor.post(`/submit/${step}`, keeping);
    expect(reply.status).toBe(200);
    expect(await reply.text()).not.toContain("later.wav");
    expect(pageText(await (await visitor.send("/submit/review")).text())).toContain(
      "Ready to Submit",
    );
    expect((await submit(visitor)).headers.get("Location")).toBe("/submit/success");
    const [row] = await findSubmissions(visitor);
    expect(String(row?.files)).toContain(sha256(songBytes));
  }
});

test("the button that keeps a stored file removes nothing when none is stored, nor from a submission", async () => {
  const visitor = await createDraftAt("music");
  await visitor.json("/api/cloud-storage/upload-url", { ...SONG, fileSize: 6_000_000 });
  const [file] = await draftFiles(inside, visitor);
  const keeping = {
    ...musicAnswers(dateInDays(60)),
    intent: `keep-file:${SONG.slot}@${file?.id}`,
  };
  await visitor.post("/submit/music", keeping);
  expect(await draftFiles(inside, visitor)).toMatchObject([{ slot: SONG.slot, state: "open" }]);
  const submitter = await createDraftAt("review");
  await submit(submitter);
  expect((await submitter.post("/submit/music", keeping)).status).toBe(409);
});
