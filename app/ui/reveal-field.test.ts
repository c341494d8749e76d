import { expect, test } from "vitest";
import { fieldAndGroupIds } from "./reveal-field";

test.each([
  ["artistName", ["artistName"]],
  ["tracks[0].file", ["tracks-0-file", "tracks-0", "tracks"]],
  [
    "tracks[0].metadata.songwriters[1].firstName",
    [
      "tracks-0-metadata-songwriters-1-firstName",
      "tracks-0-metadata-songwriters-1",
      "tracks-0-metadata-songwriters",
      "tracks-0-metadata",
      "tracks-0",
      "tracks",
    ],
  ],
])("%s is searched by its own id, then by those of its groups", (name, ids) => {
  expect(fieldAndGroupIds(name)).toEqual(ids);
});

test("an unknown name is searched as it is", () => {
  expect(fieldAndGroupIds("no such name")).toEqual(["no-such-name"]);
});
