import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { readDetails, startingDetails } from "./details";
import { applyFileIsrc, isrcOffers, withFileIsrcs } from "./file-isrcs";

const probe = {
  kind: "wav",
  format: "pcm",
  channels: 2,
  sampleRate: 48_000,
  bitsPerSample: 24,
  seconds: 1,
} as const;
const uploads = [{ id: "u1", probe: { ...probe, tags: { isrc: "GBKTQ2600001" } } }];
const form = v.parse(releaseFormSchema, {
  tracks: [{ title: "Tide", uploadId: "u1", metadata: { soloWork: true } }],
});
const details = (track: Record<string, string>) =>
  readDetails({ tracks: [{ id: "track-1", ...track }] }, form);
const OFFER = { code: "GB-KTQ-26-00001", intent: "use-isrc:track-1:GB-KTQ-26-00001" };

test.each([
  ["an empty field", {}, OFFER],
  ["another code", { isrc: "GB-KTQ-26-00002" }, OFFER],
  ["something that is no code", { isrc: "soon" }, OFFER],
  ["the same code, written otherwise", { isrc: "gbktq2600001" }, undefined],
  ["a code that we are to assign", { assignIsrc: "on" }, undefined],
])("for %s the file's ISRC is offered or not", (_case, track, expected) => {
  expect(isrcOffers(details(track), form, uploads)).toEqual([expected]);
});

test("a file without an ISRC, or without tags, offers nothing", () => {
  expect(isrcOffers(details({}), form, [])).toEqual([undefined]);
  expect(isrcOffers(details({}), form, [{ id: "u1", probe }])).toEqual([undefined]);
  expect(isrcOffers(details({}), form, [{ id: "u1", probe: null }])).toEqual([undefined]);
});

test("'Use it' fills the field of its track and nothing else", () => {
  const before = details({ assignIsrc: "on", version: "Live" });
  const after = applyFileIsrc(before, OFFER.intent);
  expect(after?.tracks).toEqual([
    { ...before.tracks[0], isrc: "GB-KTQ-26-00001", assignIsrc: false },
  ]);
  expect(isrcOffers(after ?? before, form, uploads)).toEqual([undefined]);
});

test("details that nobody has typed in begin with the ISRC of each file, but for one that two files say", () => {
  const other = { id: "u2", probe: { ...probe, tags: { isrc: "GBKTQ2600002" } } };
  const two = v.parse(releaseFormSchema, {
    tracks: ["u1", "u2"].map((uploadId) => ({
      title: "Tide (Live)",
      uploadId,
      metadata: { soloWork: true },
    })),
  });
  const codes = (files: Parameters<typeof withFileIsrcs>[2]) =>
    withFileIsrcs(startingDetails(undefined, two), two, files).tracks.map(({ isrc, version }) => [
      isrc,
      version,
    ]);
  expect(codes([...uploads, other])).toEqual([
    ["GB-KTQ-26-00001", "Live"],
    ["GB-KTQ-26-00002", "Live"],
  ]);
  expect(codes([...uploads, { ...other, probe: uploads[0]?.probe ?? null }])).toEqual([
    ["", "Live"],
    ["", "Live"],
  ]);
});

test("a button with no code, or of no track, changes nothing", () => {
  const before = details({ isrc: "soon" });
  for (const intent of ["use-isrc:track-1:x", "use-isrc", "use-isrc:track-9:GB-KTQ-26-00001"])
    expect(applyFileIsrc(before, intent)).toEqual(before);
  expect(applyFileIsrc(before, "send")).toBeUndefined();
});
