import { expect, test } from "vitest";
import { matchMissing } from "./match-missing";
import type { UploadState } from "./upload-state";

const state = (slot: string, more: Partial<UploadState>): UploadState => ({
  ...{ slot, kind: "track", fileName: `${slot}.wav`, size: 4, stored: 0, inFlight: 0 },
  phase: "needs-file",
  ...more,
});
/** Files whose content is their fingerprint. */
const fingerprintOf = async (file: File) => (await file.text()) || undefined;

async function match(files: [name: string, content: string][], missing: UploadState[]) {
  const chosen = files.map(([name, content]) => new File([content], name));
  const matches = await matchMissing(chosen, missing, fingerprintOf);
  return matches.map(({ missing, file }) => [missing.slot, file.name]);
}

test("files are told by their fingerprints, whatever they are called and in whatever order", async () => {
  const missing = [state("a", { fingerprint: "aaaa" }), state("b", { fingerprint: "bbbb" })];
  expect(
    await match(
      [
        ["renamed.wav", "bbbb"],
        ["other.wav", "cccc"],
        ["a.wav", "aaaa"],
      ],
      missing,
    ),
  ).toEqual([
    ["b", "renamed.wav"],
    ["a", "a.wav"],
  ]);
});

test("of two masters with one fingerprint the names decide, and each is taken once", async () => {
  const missing = [state("a", { fingerprint: "same" }), state("b", { fingerprint: "same" })];
  const files: [string, string][] = [
    ["b.wav", "same"],
    ["a.wav", "same"],
    ["c.wav", "same"],
  ];
  expect(await match(files, missing)).toEqual([
    ["b", "b.wav"],
    ["a", "a.wav"],
  ]);
});

test("without a fingerprint size and name have to be the same", async () => {
  const missing = [state("a", {}), state("b", { size: 5 })];
  const files: [string, string][] = [
    ["x.wav", "1234"],
    ["b.wav", "1234"],
    ["a.wav", "1234"],
  ];
  expect(await match(files, missing)).toEqual([["a", "a.wav"]]);
});

test("a new export of the same name and length is another file", async () => {
  expect(await match([["a.wav", "2222"]], [state("a", { fingerprint: "1111" })])).toEqual([]);
});
