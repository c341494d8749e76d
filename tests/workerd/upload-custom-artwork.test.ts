import { expect, test } from "vitest";
import { customArtworkSlot } from "~/domain/uploads/slots";
import { pictures } from "../fixtures/pictures";
import { COVER, coverBytes, draftFiles, SONG, sha256, songBytes } from "../support/drafts";
import { musicDraft } from "../support/music-draft";
import {
  beginDirectUpload,
  finishDirectUpload,
  readApiReply,
  sendPart,
} from "../support/upload-calls";

const slot = customArtworkSlot("track-1");
const OWN = { slot, fileType: "custom-artwork", fileName: "own.png" };
const NOT_IMAGE = "Please select an image file (JPEG, PNG, WebP, GIF, HEIC or AVIF)";
const LIMIT = 10 * 1024 * 1024;

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const kinds: [string, Uint8Array<ArrayBuffer>][] = [
  ["image/jpeg", coverBytes],
  ...Object.entries(pictures).map(([kind, bytes]): [string, Uint8Array<ArrayBuffer>] => [
    `image/${kind}`,
    bytes,
  ]),
];

const { inside, visitor } = await musicDraft();

async function sendOwn(bytes: Uint8Array<ArrayBuffer>, fileName: string) {
  const plan = await beginDirectUpload(visitor, bytes.length, { ...OWN, fileName });
  await sendPart(visitor, plan, 1, bytes);
  return finishDirectUpload(visitor, plan);
}
const heldOwn = async () =>
  (await draftFiles(inside, visitor)).filter(
    (file) => file.slot === slot && file.state !== "rejected",
  );

test.each(kinds)(
  "a track's own artwork is served as the %s it is, whatever its name says",
  async (type, bytes) => {
    const result = await sendOwn(bytes, "misnamed.gif");
    expect(result).toMatchObject({ status: 200, body: { success: true, folderType: "images" } });
    const reply = await visitor.send(String(result.body.url));
    expect(reply.headers.get("Content-Type")).toBe(type);
    expect(reply.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(sha256(new Uint8Array(await reply.arrayBuffer()))).toBe(sha256(bytes));
    expect(await heldOwn()).toHaveLength(1);
  },
);

test.each([
  ["a drawing with a script in it", latin("<svg onload='alert(1)'/>"), "an SVG drawing"],
  ["a web page", latin("<!doctype html><script>alert(1)</script>"), "a web page"],
  ["a WAV", songBytes, "WAV audio"],
  ["the first bytes of a PNG", latin("\x89PNG\r\n\x1a\n"), "cut short"],
  ["a JPEG that is cut short", coverBytes.slice(0, 200), "cut short"],
])("%s named .png is refused with 415, and the picture before stays", async (_, bytes, what) => {
  await sendOwn(coverBytes, "before.jpg");
  const { status, body } = await sendOwn(bytes, "own.png");
  expect(status).toBe(415);
  expect(body.error).toContain(`${NOT_IMAGE}. This one is ${what}`);
  expect(await heldOwn()).toMatchObject([{ fileName: "before.jpg", sha256: sha256(coverBytes) }]);
});

test.each([
  ["of 10MB", { fileSize: LIMIT }, 413, "File size exceeds 10MB limit"],
  ["without a byte", { fileSize: 0 }, 400, "The selected file is empty. Choose another file."],
  ["called .svg", { fileSize: 100, fileName: "own.svg" }, 415, NOT_IMAGE],
  ["called .tiff", { fileSize: 100, fileName: "own.tiff" }, 415, NOT_IMAGE],
])("a picture %s is refused before it is sent", async (_, fields, status, error) => {
  const call = visitor.json("/api/cloud-storage/upload-url", { ...OWN, ...fields });
  expect(await readApiReply(call)).toEqual({ status, body: { success: false, error } });
});

test("a picture of one byte under 10MB may be sent", async () => {
  expect((await beginDirectUpload(visitor, LIMIT - 1, OWN)).parts).toBe(2);
});

test.each([COVER.slot, SONG.slot, "custom-artwork:", `${slot}/x`])(
  "a track's own artwork has no place in %s",
  async (other) => {
    const file = { ...OWN, slot: other, fileSize: 100 };
    const reply = await readApiReply(visitor.json("/api/cloud-storage/upload-url", file));
    expect(reply.status).toBe(400);
    expect(reply.body.error).toBe("This file doesn't belong to any field of the form.");
  },
);
