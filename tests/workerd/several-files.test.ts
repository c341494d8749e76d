import { expect, test } from "vitest";
import { FILES_FIELD, ROWS_FIELD } from "~/domain/submission/music/assign-files";
import { ARTWORK_SLOT, audioSlot } from "~/domain/uploads/slots";
import { jpegBytes } from "../fixtures/jpeg";
import { mp3Bytes } from "../fixtures/mp3";
import { openAppStores, pollUntil } from "../support/app-stores";
import { createDraftAt, draftFiles, findDraftRow, songBytes, uploadRows } from "../support/drafts";
import { type FormPart, formBody, postForm } from "../support/form-post";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";
import { pausedPost } from "../support/standard-post";
import type { Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const NAMES = [10, 2, 12, 1, 9, 3, 11, 4, 8, 5, 7, 6].map(
  (number) => `${number}_Song ${number}.wav`,
);
const IN_ORDER = Array.from({ length: 12 }, (_, index) => `${index + 1}_Song ${index + 1}.wav`);
const wav = (fileName: string, body: Uint8Array = songBytes): FormPart => ({
  name: FILES_FIELD,
  fileName,
  body,
});
const field = (name: string, body: string): FormPart => ({ name, body });

/** The fields of a page, those of the field for several files before it and the tracks behind. */
function pageOf(
  files: FormPart[],
  { type = "lp", rows = [] as string[], intent = "add-files" } = {},
) {
  return [
    field("uploadType", "new-music"),
    field("releaseType", type),
    field("shownReleaseType", type),
    field(ROWS_FIELD, rows.join(" ")),
    ...files,
    ...rows.map((id, index) => field(`tracks[${index}].id`, id)),
    field("intent", intent),
  ];
}
const send = (visitor: Visitor, parts: FormPart[]) => postForm(visitor, "/submit/music", parts);

/** The tracks as they are saved: title, and the file that each one has. */
async function findTracks(visitor: Visitor): Promise<[string, string | undefined][]> {
  const { answers } = await findDraftRow(inside, visitor);
  const files = await draftFiles(inside, visitor);
  const tracks = (answers.music?.tracks ?? []) as { id: string; title: string }[];
  return tracks.map(({ id, title }) => {
    const file = files.find(({ slot, state }) => slot === audioSlot(id) && state === "complete");
    return [title, file?.fileName];
  });
}

const whole = IN_ORDER.map((name, index) => [`Song ${index + 1}`, name]);

test("twelve files in any order become an album whose tracks stand in the order of their names", async () => {
  const visitor = await createDraftAt("music");
  const reply = await send(visitor, pageOf(NAMES.map((name) => wav(name))));
  expect(reply.status).toBe(200);
  expect(await findTracks(visitor)).toEqual(whole);
  expect(pageText(reply.html)).toContain("12 files added to your tracks.");
});

test("files fill the tracks without one, and what was typed stays where it stands", async () => {
  const visitor = await createDraftAt("music");
  const rows = ["a", "b", "c"];
  const formFields = [
    field("tracks[1].title", "Typed"),
    field("tracks[2].metadata.soloWork", "on"),
  ];
  await send(visitor, [
    ...pageOf([wav("2 Tide.wav"), wav("1 Ferry.wav")], { rows }),
    ...formFields,
  ]);
  expect(await findTracks(visitor)).toEqual([
    ["Ferry", "1 Ferry.wav"],
    ["Typed", "2 Tide.wav"],
    ["", undefined],
  ]);
  const { answers } = await findDraftRow(inside, visitor);
  expect(answers.music?.tracks).toMatchObject([{}, {}, { metadata: { soloWork: true } }]);
});

test("what is no WAV is named, and everything else is taken, also where a single has too many tracks", async () => {
  const visitor = await createDraftAt("music");
  const files = [
    { ...wav("notes.pdf"), type: "application/pdf" },
    wav("a.wav"),
    wav("not really.wav", mp3Bytes({ frames: 40 })),
    wav("b.wav"),
    wav("c.wav"),
    wav("d.wav"),
  ];
  const reply = await send(visitor, pageOf(files, { type: "single", rows: ["track-1"] }));
  const text = pageText(reply.html);
  expect(reply.status).toBe(415);
  expect(text).toContain("4 tracks came in. A single has at most 2.");
  expect(text).toContain('Left out: "notes.pdf". Invalid file type. Expected: WAV file...');
  expect(text).toContain('Left out: "not really.wav". Invalid file type. Expected: WAV file...');
  expect(await findTracks(visitor)).toEqual([
    ["a", "a.wav"],
    ["b", "b.wav"],
    ["c", "c.wav"],
    ["d", "d.wav"],
  ]);
});

/** What macOS lays beside a file. */
const companion = Uint8Array.from([0, 5, 0x16, 7, 0, 2, 0, 0, ...Buffer.from("Mac OS X        ")]);

test("the system's own files are left out and counted, a real song of such a name is taken", async () => {
  const visitor = await createDraftAt("music");
  const songs = IN_ORDER.map((name) => wav(name));
  const companions = IN_ORDER.map((name) => wav(`._${name}`, companion));
  const others = [".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX/x.wav"].map((name) =>
    wav(name, companion),
  );
  const files = [
    ...companions,
    ...others,
    ...songs,
    wav("._99 Hidden.wav"),
    wav("._empty.wav", new Uint8Array()),
  ];
  const reply = await send(visitor, pageOf(files));
  expect(reply.status).toBe(200);
  const text = pageText(reply.html);
  expect(text).toContain("13 files added to your tracks.");
  expect(text).toContain(
    "We left out 17 hidden files that your computer made. They hold no music.",
  );
  const stored = (await findTracks(visitor)).map(([, file]) => file);
  expect(stored.toSorted()).toEqual([...IN_ORDER, "._99 Hidden.wav"].toSorted());
  expect(await uploadRows(inside, visitor)).toHaveLength(13);
});

test("an album of twenty with a hidden file beside each goes in one form; no end of them is refused", async () => {
  const visitor = await createDraftAt("music");
  const names = Array.from({ length: 20 }, (_, index) => `${index + 1}.wav`);
  const pairs = names.flatMap((name) => [wav(`._${name}`, companion), wav(name)]);
  expect((await send(visitor, pageOf([wav(".DS_Store", companion), ...pairs]))).status).toBe(200);
  expect(await findTracks(visitor)).toHaveLength(20);
  const many = Array.from({ length: 101 }, (_, index) => wav(`._${index}.wav`, companion));
  expect((await send(visitor, pageOf(many))).status).toBe(413);
});

test("the first picture among the tracks becomes the artwork; others, and a song that is only in iCloud, are told what to do", async () => {
  const visitor = await createDraftAt("music");
  const files = [
    wav("1.wav"),
    { ...wav("cover.jpg", jpegBytes()), type: "image/jpeg" },
    { ...wav("inside.jpg", jpegBytes()), type: "image/jpeg" },
    { ...wav("back.png"), type: "image/png" },
    { ...wav(".2.wav.icloud"), type: "application/octet-stream" },
  ];
  const reply = await send(visitor, pageOf(files, { rows: ["track-1"] }));
  const text = pageText(reply.html);
  expect(reply.status).toBe(415);
  expect(text).toContain('"cover.jpg" is your artwork now.');
  expect(text).toContain(
    'Left out: "inside.jpg". This is a picture. If it is your cover art, choose it under "Artwork".',
  );
  expect(text).toContain('Left out: "back.png". This is a picture, but not a JPEG.');
  expect(text).toContain('Left out: ".2.wav.icloud". It\'s still in iCloud. Download it');
  expect((await findTracks(visitor)).map(([, file]) => file)).toEqual(["1.wav"]);
  const artwork = (await draftFiles(inside, visitor)).find(({ slot }) => slot === ARTWORK_SLOT);
  expect(artwork).toMatchObject({ fileName: "cover.jpg", state: "complete" });
  const again = await createDraftAt("music");
  const broken = { ...wav("cover.jpg"), type: "image/jpeg" };
  const refused = await send(again, pageOf([wav("1.wav"), broken], { rows: ["track-1"] }));
  expect(pageText(refused.html)).toContain(
    'Left out: "cover.jpg". Please select a valid JPEG or JPG file',
  );
  expect(pageText(refused.html)).not.toContain("is your artwork now");
});

test("a form with nothing but a wrong file answers as for any refused file, and names what stays", async () => {
  const visitor = await createDraftAt("music");
  const wrong = { ...wav("notes.pdf"), type: "application/pdf" };
  const alone = await send(visitor, pageOf([wrong], { rows: ["track-1"] }));
  expect(alone.status).toBe(415);
  await send(visitor, pageOf([wav("ferry.wav")], { rows: ["track-1"] }));
  const again = wav("ferry.wav", mp3Bytes({ frames: 40 }));
  const reply = await send(visitor, pageOf([again], { rows: ["track-1"] }));
  expect(reply.status).toBe(415);
  expect(pageText(reply.html)).toMatch(
    /Left out: "ferry\.wav"\. Invalid file type\. .* What you sent before stays: "ferry\.wav"\./,
  );
  expect((await findTracks(visitor)).map(([, file]) => file)).toEqual(["ferry.wav"]);
});

test("Next takes the files along, and does not lead on past tracks that are new", async () => {
  const visitor = await createDraftAt("music");
  const parts = pageOf([wav("Ferry.wav"), wav("Tide.wav")], { rows: ["track-1"], intent: "next" });
  const reply = await send(visitor, parts);
  expect([reply.status, reply.location]).toEqual([400, undefined]);
  expect(await findTracks(visitor)).toEqual([
    ["Ferry", "Ferry.wav"],
    ["Tide", "Tide.wav"],
  ]);
});

test("an album chosen on a single's page takes its files at once", async () => {
  const visitor = await createDraftAt("music");
  const parts = pageOf(
    NAMES.map((name) => wav(name)),
    { rows: ["track-1"] },
  );
  const otherParts = parts.filter(({ name }) => name !== "shownReleaseType");
  await send(visitor, [field("shownReleaseType", "single"), ...otherParts]);
  expect(await findTracks(visitor)).toEqual(whole);
  const few = await createDraftAt("music");
  const two = pageOf([wav("1 A.wav"), wav("2 B.wav")], { rows: ["track-1"], type: "ep" });
  await send(few, [
    field("shownReleaseType", "single"),
    ...two.filter((field) => field.name !== "shownReleaseType"),
  ]);
  expect((await findTracks(few)).map(([title]) => title)).toEqual(["A", "B", ""]);
});

test("a track that was given a file of its own keeps that, and the other one is named", async () => {
  const visitor = await createDraftAt("music");
  const parts = pageOf([wav("among.wav")], { rows: ["a"] });
  const own: FormPart = { name: "tracks[0].file", fileName: "own.wav", body: songBytes };
  const reply = await send(visitor, [...parts, own]);
  expect(pageText(reply.html)).toContain('Left out: "among.wav". You chose another file');
  expect((await findTracks(visitor)).map(([, file]) => file)).toEqual(["own.wav"]);
});

test("a form that is cut off and sent again leaves no file twice", async () => {
  const visitor = await createDraftAt("music");
  const parts = pageOf(
    NAMES.map((name) => wav(name)),
    { rows: ["track-1"] },
  );
  const body = formBody(parts);
  const post = await pausedPost(visitor, "/submit/music", body, Math.floor(body.length * 0.6));
  await pollUntil(async () => {
    const uploads = (await uploadRows(inside, visitor)).filter(({ state }) => state === "complete");
    return uploads.length >= 5 ? uploads : undefined;
  });
  post.hangUp();
  await send(visitor, parts);
  expect(await findTracks(visitor)).toEqual(whole);
  const completeUploads = (await uploadRows(inside, visitor)).filter(
    ({ state }) => state === "complete",
  );
  expect(completeUploads).toHaveLength(12);
});

test("a release submitted while its files come keeps the files it was submitted with", async () => {
  const visitor = await createDraftAt("review");
  const before = await draftFiles(inside, visitor);
  const rows = ["track-1"];
  const body = formBody(
    pageOf([wav("a.wav"), wav("ferry.wav"), wav("b.wav")], { type: "lp", rows }),
  );
  const upTo = body.length - songBytes.length - 400;
  const post = await pausedPost(visitor, "/submit/music", body, upTo);
  expect((await visitor.post("/submit/review", { intent: "submit" })).status).toBe(302);
  const { status, text } = await post.finish();
  expect(status).toBe(409);
  expect(pageText(text)).toContain("This release has been submitted.");
  const submissions = await inside.rows(
    "SELECT files FROM submissions WHERE draft_id = ?",
    (await findDraftRow(inside, visitor)).id,
  );
  const names = (JSON.parse(String(submissions[0]?.files)) as { slot: string }[]).map(
    ({ slot }) => slot,
  );
  expect(names.toSorted()).toEqual([ARTWORK_SLOT, audioSlot("track-1")]);
  expect(
    (await draftFiles(inside, visitor)).filter(({ state }) => state === "complete").length,
  ).toBeGreaterThanOrEqual(before.length);
});
