import { expect, test } from "vitest";
import { pictureName } from "./picture-name";

test.each([
  ["cover.png", "jpeg", "cover.jpg"],
  ["cover.JPE", "jpeg", "cover.jpg"],
  ["cover.jfif", "jpeg", "cover.jpg"],
  ["cover", "jpeg", "cover.jpg"],
  ["Vol.2", "jpeg", "Vol.2.jpg"],
  ["cover.JPG", "jpeg", "cover.JPG"],
  ["cover.jpeg ", "jpeg", "cover.jpeg "],
  ["cover.jpg", "png", "cover.png"],
  ["IMG_0412.HEIF", "heic", "IMG_0412.HEIF"],
  ["song.wav", "wav", "song.wav"],
] as const)("%s that holds %s is called %s", (name, kind, expected) => {
  expect(pictureName(name, kind)).toBe(expected);
});
