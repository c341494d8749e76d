import { expect, test } from "vitest";
import { fixPath } from "./fix-path";

test.each([
  ["The corner of the cover shows a logo.", "/submit/music?return=review&field=artwork#artwork"],
  ["Please move the release date.", "/submit/music?return=review&field=releaseDate#releaseDate"],
  ["The genre is wrong.", "/submit/music?return=review&field=primaryGenre#primaryGenre"],
  ["Please mix the vocals louder.", "/submit/music?return=review"],
  ["There is a fault in the audio. Export it again.", "/submit/music?return=review"],
  ["Write your artist name as on Spotify.", "/submit/artist?return=review"],
  ["Your bio names another label.", "/submit/about?return=review"],
  // Cover and sound: the first of the list, and Review leads to the other.
  [
    "The mix clips, and the artwork is blurred.",
    "/submit/music?return=review&field=artwork#artwork",
  ],
  ["Say who plays the fiddle.", "/submit/review"],
  ["It discovers nothing.", "/submit/review"],
  ["", "/submit/review"],
])("for %j the artist starts at %s", (reason, path) => {
  expect(fixPath(reason)).toBe(path);
});

test("without a reason they start at Review", () => {
  expect(fixPath(undefined)).toBe("/submit/review");
});
