import { expect, test } from "vitest";
import { idsAround } from "./show-field";

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
])("%s is looked for under its own id, then under those around it", (name, ids) => {
  expect(idsAround(name)).toEqual(ids);
});

test("a name that no form of ours has is looked for as it is", () => {
  expect(idsAround("no such name")).toEqual(["no-such-name"]);
});
