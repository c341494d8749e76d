import { expect, test } from "vitest";
import { longDate } from "~/platform/formats/dates";
import { MemberVisitor, signedInArtist, staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { dateInDays, musicAnswers, Visitor } from "../support/visitor";

/* A release that comes back with a date which is too near by now: by link, in the portal, in the wizard. */

const store = openStoreReader();
const NEAR = dateInDays(5);
const NEXT = dateInDays(42);
const SENTENCE = `Your release date, ${longDate(NEAR)}, is too near now. The first possible date is ${longDate(NEXT)}.`;

/** A rejected submission of a signed-in artist, whose release date has come near since. */
async function rejected() {
  const { artist, visitor } = await signedInArtist({ artistName: "Sigrid Vale" });
  const sender = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows(
    "UPDATE submissions SET artist_id = ?, form_data = json_set(form_data, '$.releaseDate', ?) WHERE draft_id = ? RETURNING id",
    artist.id,
    NEAR,
    draftId,
  );
  const id = String(row?.id);
  const staff = await staffMember("Nora Near");
  const fields = { intent: "set", status: "rejected", reason: "Too quiet.", revision: "1" };
  expect((await staff.post(`/staff/submissions/${id}`, fields)).status).toBe(302);
  const [mail] = await store.rows(
    "SELECT text_body AS text FROM mail_outbox WHERE submission_id = ? AND kind = 'status-change'",
    id,
  );
  const fixPath = /\/fix\/[\w-]{43}/.exec(String(mail?.text))?.[0] ?? "";
  return { id, visitor: new MemberVisitor(visitor.cookie), fixPath, path: `/submission/${id}` };
}

const read = async (visitor: Visitor, path: string) =>
  pageText(await (await visitor.send(path)).text());

async function newDate(id: string) {
  const [row] = await store.rows(
    "SELECT answers ->> '$.music.releaseDate' AS date FROM drafts WHERE resend_of = ?",
    id,
  );
  return row?.date;
}

/** The box that moves the date, as it is drawn. */
async function dateBox(visitor: Visitor, path: string) {
  const html = await (await visitor.send(path)).text();
  return /<input[^>]*name="nextDate"[^>]*>/.exec(html)?.[0];
}

test("the mail's link says that the date is too near, and moves it only by the artist's tick", async () => {
  const { id, fixPath } = await rejected();
  const visitor = new Visitor();
  expect(await read(visitor, fixPath)).toContain(SENTENCE);
  expect(await dateBox(visitor, fixPath)).not.toContain("checked");
  await visitor.post(fixPath, { intent: "fix" });
  expect(await newDate(id)).toBe(NEAR);
  await visitor.post(fixPath, { intent: "fix", nextDate: "on" });
  expect(await newDate(id)).toBe(NEXT);
  expect(await read(visitor, fixPath)).not.toContain("too near");
});

test("the portal says so where the artist sends again, and moves the date or keeps it", async () => {
  const { id, visitor, path } = await rejected();
  const text = await read(visitor, path);
  expect(text).toContain(SENTENCE);
  expect(text).toContain(`Move the release to ${longDate(NEXT)}`);
  expect(await dateBox(visitor, path)).not.toContain("checked");
  await visitor.post(path, { intent: "send-again" });
  expect(await newDate(id)).toBe(NEAR);
  expect(await read(visitor, path)).toContain(SENTENCE);
  await visitor.post(path, { intent: "send-again", nextDate: "on" });
  expect(await newDate(id)).toBe(NEXT);
  expect(await read(visitor, path)).not.toContain("too near");
});

test("the music step offers the first possible date by one button, while the near one is there", async () => {
  const { id, visitor, path } = await rejected();
  await visitor.post(path, { intent: "send-again" });
  const text = await read(visitor, "/submit/music");
  expect(text).toContain(SENTENCE);
  expect(text).toContain(`Use ${longDate(NEXT)}`);
  const reply = await visitor.post("/submit/music", {
    ...musicAnswers(NEAR),
    intent: "early-off",
  });
  const html = await reply.text();
  expect(html).toContain(`value="${NEXT}"`);
  expect(pageText(html)).not.toContain("too near");
  await visitor.post("/submit/music", { ...musicAnswers(NEXT), intent: "next" });
  expect(await newDate(id)).toBe(NEXT);
});
