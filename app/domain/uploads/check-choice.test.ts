import { expect, test } from "vitest";
import { checkReadable } from "./check-choice";

const NOT_JPEG = "Please select a valid JPEG or JPG file";

test.each([
  ["cover.png", "image/png"],
  ["cover.jfif", ""],
  ["cover.JPE", ""],
  ["cover", "application/octet-stream"],
  ["Vol.2", ""],
])("%s of type %j is read before it is judged as a picture", (name, type) => {
  // As browsers give it: its name and size are getters of its prototype.
  const file = new File([new Uint8Array(100)], name, { type });
  expect(checkReadable("artwork", file)).toBeUndefined();
  expect(checkReadable("custom-artwork", file)).toBeUndefined();
});

test("what cannot be a picture of ours by its size is refused unread, and a song by its name", () => {
  const film = { name: "film.mov", type: "video/quicktime", size: 21 * 1024 * 1024 };
  expect(checkReadable("artwork", film)).toBe(NOT_JPEG);
  expect(checkReadable("artwork", { ...film, name: "cover.jpg" })).toBe(
    "File size exceeds 20MB limit",
  );
  expect(checkReadable("artwork", { name: ".cover.jpg.icloud", type: "", size: 100 })).toContain(
    "iCloud",
  );
  expect(checkReadable("track", { name: "song.mp3", type: "", size: 100 })).toMatch(
    /^Invalid file type/,
  );
});
