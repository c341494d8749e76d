import { expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow, SONG_FIELD, uploadRows } from "../support/drafts";
import { postForm } from "../support/form-post";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import { artistAnswers, dateInDays, musicAnswers } from "../support/visitor";

const fields = Object.entries({ ...musicAnswers(dateInDays(60)), intent: "next" }).map(
  ([name, body]) => ({
    name,
    body,
  }),
);

const inside = await openForFile(openAppStores);
const visitor = await createDraftAt("review");

test("unknown field names are ignored", async () => {
  const reply = await visitor.post("/submit/artist", {
    ...artistAnswers,
    intent: "next",
    __proto__: "x",
    "__proto__.polluted": "x",
    "constructor.prototype.polluted": "x",
    "tracks[999].title": "x",
    "tracks[-1].title": "x",
    [`a${".b".repeat(500)}`]: "x",
    [`a${"[0]".repeat(500)}`]: "x",
    "": "x",
    "artistName[": "x",
  });
  expect(reply.status).toBe(302);
  const { answers } = await findDraftRow(inside, visitor);
  expect(answers.artist).toMatchObject(artistAnswers);
  expect(Object.keys(answers.artist ?? {})).not.toContain("polluted");
  expect(JSON.stringify(answers)).not.toContain("polluted");
});

test("a value over its limit is refused by its field and shown as it was typed", async () => {
  const long = "x".repeat(100_000);
  const reply = await visitor.post("/submit/artist", {
    ...artistAnswers,
    city: long,
    intent: "next",
  });
  const html = await reply.text();
  expect(reply.status).toBe(400);
  expect(pageText(html)).toContain("City must be 200 characters or fewer");
  expect(fieldValue(html, "city")).toBe(long);
  await visitor.post("/submit/artist", { ...artistAnswers, intent: "next" });
});

test("null characters are removed and the rest of the text stays", async () => {
  await visitor.post("/submit/about", { bio: "One\0two\0", influences: "\0", intent: "next" });
  const { answers } = await findDraftRow(inside, visitor);
  expect(answers.about).toMatchObject({ bio: "Onetwo", influences: "" });
  await visitor.post("/submit/about", { bio: "Songs from the harbour.", influences: "Low" });
});

test("invalid UTF-8 does not stop a form", async () => {
  const bytes = Buffer.concat([Buffer.from("bio=ok%FF%C3("), Buffer.from([0xff, 0xfe, 0xc3])]);
  const type = "application/x-www-form-urlencoded";
  const reply = await visitor.send("/submit/about", {
    method: "POST",
    body: new Uint8Array(Buffer.concat([bytes, Buffer.from("&intent=next")])),
    headers: { "Content-Type": type },
  });
  expect(reply.status).toBe(302);
  const { answers } = await findDraftRow(inside, visitor);
  expect(answers.about?.bio).toMatch(/^ok\ufffd/);
  const parts = await postForm(visitor, "/submit/about", [
    { name: "bio", body: Buffer.from([0x6f, 0x6b, 0xff, 0xc3]) },
    { name: "intent", body: "next" },
  ]);
  expect(parts.status).toBe(302);
  expect((await findDraftRow(inside, visitor)).answers.about?.bio).toMatch(/^ok\ufffd/);
});

test("the same field twice counts once, a file in a text field and a text in a file field never", async () => {
  const uploads = await uploadRows(inside, visitor);
  const reply = await postForm(visitor, "/submit/music", [
    { name: "releaseTitle", body: "First" },
    ...fields,
    { name: "releaseTitle", body: "Last" },
    { name: "subGenre", fileName: "genre.txt", body: "Indie Folk" },
    { name: SONG_FIELD, body: "RIFF not a file" },
  ]);
  expect(reply.location).toBe("/submit/about");
  expect((await findDraftRow(inside, visitor)).answers.music).toMatchObject({
    releaseTitle: "Last",
  });
  expect(await uploadRows(inside, visitor)).toEqual(uploads);
});

test.each([
  [
    "an unknown genre",
    { primaryGenre: "Polka Metal" },
    "Please choose a primary genre from the list",
  ],
  [
    "a sub-genre of another genre",
    { subGenre: "Bebop" },
    "Please choose a sub-genre of Folk from the list",
  ],
  ["a date that is none", { releaseDate: "2027-02-31" }, "Please enter the release date"],
  [
    "a date too soon",
    { releaseDate: dateInDays(10) },
    "Release date must be at least 6 weeks from today",
  ],
])("%s is refused with its own sentence", async (_, wrong, text) => {
  const formFields = { ...musicAnswers(dateInDays(60)), ...wrong, intent: "next" };
  const reply = await visitor.post("/submit/music", formFields);
  const html = await reply.text();
  expect(reply.status).toBe(400);
  expect(pageText(html)).toContain(text);
  expect(fieldValue(html, "releaseTitle")).toBe(formFields.releaseTitle);
  expect(await uploadRows(inside, visitor)).toHaveLength(2);
});
