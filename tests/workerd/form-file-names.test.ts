import { expect, test } from "vitest";
import { draftFiles, SONG, SONG_FIELD, sha256, songBytes } from "../support/drafts";
import { escapeFormName, postForm } from "../support/form-post";
import { musicDraft } from "../support/music-draft";
import { readApiReply } from "../support/upload-calls";
import { dateInDays, musicAnswers } from "../support/visitor";

const { inside, visitor } = await musicDraft();

const fields = Object.entries({ ...musicAnswers(dateInDays(60)), intent: "next" });

/** The chosen name, and the name it is kept under. */
const names: [string, string][] = [
  ["ferry;final.wav", "ferry_final.wav"],
  ['a;b "c".wav', "a_b _c_.wav"],
  ["a=b.wav", "a=b.wav"],
  ["mix = final; v2.wav", "mix = final_ v2.wav"],
  ["O'Brien & Søn – 夜のフェリー 🌊.wav", "O'Brien & Søn – 夜のフェリー 🌊.wav"],
  ["عبّارة الليل.wav", "عبّارة الليل.wav"],
  ["C:\\music\\ferry.wav", "ferry.wav"],
  ["../../etc/passwd.wav", "passwd.wav"],
  ["two\r\nlines.wav", "twolines.wav"],
  ["100%25 %22sure%22.wav", "100%25 _sure_.wav"],
  ["filename=x; name=y.wav", "filename=x_ name=y.wav"],
  ["back\\slash.wav", "slash.wav"],
  ["trailing dot..wav", "trailing dot..wav"],
  ["UPPER.WAV", "UPPER.WAV"],
  [
    "Đường về – 한국어 – Café.wav".normalize("NFD"),
    "Đường về – 한국어 – Café.wav".normalize("NFC"),
  ],
  ["ﬁnal ½.wav", "ﬁnal ½.wav"],
  [`${"long ".repeat(50)}.wav`, ""],
  [`a${"🌊".repeat(80)}.wav`, `a${"🌊".repeat(53)}.wav`],
];

test.each(names)(
  "a file called %j can be sent without script",
  async (chosenName, expectedName) => {
    const reply = await postForm(visitor, "/submit/music", [
      ...fields.map(([name, body]) => ({ name, body })),
      { name: SONG_FIELD, fileName: escapeFormName(chosenName), body: songBytes },
    ]);
    expect([reply.status, reply.location]).toEqual([302, "/submit/about"]);
    const [file] = await draftFiles(inside, visitor);
    expect(file).toMatchObject({ state: "complete", sha256: sha256(songBytes) });
    if (expectedName) expect(file?.fileName).toBe(expectedName);
    else expect(file?.fileName.length).toBeLessThanOrEqual(120);
  },
);

test("the name with its accents apart is the same file in the call by name", async () => {
  const composed = "Café 한국어.wav";
  const asked = { ...SONG, fileSize: songBytes.length, fileName: composed.normalize("NFD") };
  const plan = await readApiReply(visitor.json("/api/cloud-storage/upload-url", asked));
  expect(plan.body.fileName).toBe(composed);
  await visitor.send(String(plan.body.uploadUrl), { method: "PUT", body: songBytes });
  for (const fileName of [composed.normalize("NFD"), composed]) {
    const call = { fileName, fileType: "track" };
    const reply = await readApiReply(visitor.json("/api/cloud-storage/process-upload", call));
    expect([reply.status, reply.body.fileName]).toEqual([200, composed]);
  }
});

test("a file field that was left empty changes nothing", async () => {
  const before = await draftFiles(inside, visitor);
  const reply = await postForm(visitor, "/submit/music", [
    ...fields.map(([name, body]) => ({ name, body })),
    { name: SONG_FIELD, fileName: "", type: "application/octet-stream", body: "" },
  ]);
  expect(reply.location).toBe("/submit/about");
  expect(await draftFiles(inside, visitor)).toEqual(before);
});
