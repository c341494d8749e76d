import { expect, test } from "vitest";
import { checkDetails } from "./check-details";
import { describeDetails } from "./describe-details";
import { ALL_TRACKS, answerAll, readDetails } from "./details";
import { describeProofs, describeRightsGaps, findRightsGaps } from "./rights";

const today = new Date("2026-11-23T12:00:00Z");
const twoTracks = { tracks: [{ title: "Tide" }, { title: "Ebb" }] };
const licence = "https://licences.example/tide";
const answer = (release: object, ...tracks: object[]) =>
  readDetails(
    {
      ...release,
      tracks: tracks.map((track, index) => ({ id: `track-${index + 1}`, ...track })),
    },
    twoTracks,
  );
const gapsOf = (...answers: Parameters<typeof answer>) =>
  describeRightsGaps(answer(...answers), twoTracks);
const none = { cover: "no", samples: "no" };

test("what was never asked about rights is an open question, not an error", () => {
  const old = readDetails({ labelName: "Tidal", tracks: [{ id: "track-1" }] }, twoTracks);
  expect(describeRightsGaps(old, twoTracks)).toEqual([
    "The release: Work for hire: not answered",
    "Each of the 2 tracks: Cover version: not answered",
    "Each of the 2 tracks: Samples: not answered",
  ]);
  const errors = Object.keys(checkDetails(old, twoTracks, today));
  expect(errors.filter((field) => field in findRightsGaps(old, twoTracks))).toEqual([]);
});

test("a no leaves nothing open, and neither does a yes with evidence", () => {
  expect(gapsOf({ workForHire: "no" }, none, none)).toEqual([]);
  const song = { cover: "yes", coverProof: licence, coverWriters: "Ida Holm" };
  const proved = { ...song, samples: "cleared", samplesProof: licence };
  expect(gapsOf({ workForHire: "yes", workForHireProof: licence }, proved, none)).toEqual([]);
});

test("a yes without evidence and samples that are not cleared are open", () => {
  const [cover, samples] = [
    { cover: "yes", samples: "cleared" },
    { cover: "no", samples: "uncleared", samplesProof: licence },
  ];
  expect(gapsOf({ workForHire: "yes" }, cover, samples)).toEqual([
    "The release: Work for hire: no agreement given",
    "Track 1, Tide: Cover version: no licence given",
    "Track 1, Tide: Samples: no proof given",
    "Track 1, Tide: Cover version: original songwriters not given",
    "Track 2, Ebb: Samples: no permission yet",
  ]);
});

test("the answers and their evidence are rows of the submitted details", () => {
  const details = answer(
    { workForHire: "no", workForHireProof: licence },
    { cover: "yes", coverProof: licence, samples: "uncleared" },
    { cover: "yes" },
  );
  const submission = { sentAt: "2026-11-23", shares: ["", ""] };
  const { release, tracks, rightsGaps } = describeDetails(details, twoTracks, submission);
  // Evidence of what is no longer so is left out.
  expect(release).toContainEqual(["Work for hire", "No"]);
  expect(tracks[0]).toContainEqual(["Cover version", `Yes: ${licence}`]);
  expect(tracks[0]).toContainEqual(["Samples", "Yes, without permission for all yet"]);
  expect(tracks[1]).toContainEqual(["Cover version", "Yes: no licence given"]);
  expect(tracks[1]).toContainEqual(["Samples", "Not answered"]);
  expect(rightsGaps).toEqual(describeRightsGaps(details, twoTracks));
});

test("a file is evidence for its question alone, and is kept out where the answer is no", () => {
  const proofs = [
    { id: "p1", trackId: "", question: "workForHire", fileName: "deal.pdf" },
    { id: "p2", trackId: "track-2", question: "cover", fileName: "licence.png" },
    { id: "p3", trackId: "track-2", question: "samples", fileName: "old.pdf" },
  ] as const;
  const cover = { cover: "yes", samples: "no" };
  const details = answer({ workForHire: "yes" }, cover, { ...cover, coverProof: licence });
  expect(describeRightsGaps(details, twoTracks, proofs)).toEqual([
    "Track 1, Tide: Cover version: no licence given",
    "Track 1, Tide: Cover version: original songwriters not given",
    "Track 2, Ebb: Cover version: original songwriters not given",
  ]);
  const submission = { sentAt: "2026-11-23", shares: ["", ""], proofs };
  const { release, tracks } = describeDetails(details, twoTracks, submission);
  expect(release).toContainEqual(["Work for hire", "Yes: file deal.pdf"]);
  expect(tracks[1]).toContainEqual(["Cover version", `Yes: ${licence}, file licence.png`]);
  expect(tracks[1]).toContainEqual(["Samples", "No"]);
  expect(describeProofs(details, twoTracks, proofs).map(({ id, proves }) => [id, proves])).toEqual([
    ["p1", "Work for hire"],
    ["p2", "Track 2, Ebb: Cover version"],
  ]);
});

test("one button answers no for every track that has no answer", () => {
  const details = answerAll(answer({}, { cover: "yes" }, {}), ALL_TRACKS.original);
  expect(details?.tracks.map(({ cover, samples }) => [cover, samples])).toEqual([
    ["yes", "no"],
    ["no", "no"],
  ]);
});

test("solo work that is a cover version is asked who wrote it, and a song of one's own is no cover", () => {
  const solo = { tracks: [{ title: "Tide", metadata: { soloWork: true } }] };
  const song = { cover: "yes", coverProof: licence, coverWriters: "Ida Holm", samples: "no" };
  const gaps = (track: object) => {
    const details = readDetails({ workForHire: "no", tracks: [{ id: "track-1", ...track }] }, solo);
    return [details.tracks[0]?.cover, ...Object.keys(findRightsGaps(details, solo))];
  };
  expect(gaps(song)).toEqual(["yes", "tracks[0].soloCover"]);
  expect(gaps({ ...song, soloCover: "others" })).toEqual(["yes"]);
  expect(gaps({ ...song, soloCover: "own" })).toEqual(["no"]);
  expect(gaps({ cover: "no", samples: "no" })).toEqual(["no"]);
});

test("the original songwriters and publisher are told of a cover version alone", () => {
  const song = { coverWriters: "Ida Holm, Bo Ek", coverPublisher: "Ek Songs" };
  const details = answer({}, { ...song, cover: "yes" }, { ...song, cover: "no" });
  const { tracks } = describeDetails(details, twoTracks, { sentAt: "", shares: ["", ""] });
  expect(tracks[0]).toContainEqual(["Original songwriters", "Ida Holm, Bo Ek"]);
  expect(tracks[0]).toContainEqual(["Original publisher", "Ek Songs"]);
  expect(tracks[1]).toContainEqual(["Original songwriters", ""]);
});
