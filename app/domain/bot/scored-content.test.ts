import { expect, test } from "vitest";
import { scoredContent } from "./scored-content";

const artist = { artistName: "Ada Low", firstName: "Ada", surname: "Low", email: "a@b.example" };

test("answers and files of a draft become the content of the score", () => {
  const files = [{ kind: "track" }, { kind: "artwork" }, { kind: "track" }];
  expect(scoredContent({ artist, music: { releaseTitle: "Dawn" } }, files)).toEqual({
    ...artist,
    releaseTitle: "Dawn",
    trackCount: 2,
    hasArtwork: true,
  });
});

test("a draft with nothing in it has nothing to score", () => {
  expect(scoredContent({}, [])).toEqual({
    artistName: "",
    firstName: "",
    surname: "",
    email: "",
    releaseTitle: "",
    trackCount: 0,
    hasArtwork: false,
  });
});
