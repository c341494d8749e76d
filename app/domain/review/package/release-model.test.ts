import { expect, test } from "vitest";
import { fiveReleases } from "../../../../tests/fixtures/five-releases";
import { releaseModel } from "./release-model";

const modelOf = (wanted: string) => {
  const found = fiveReleases.find(({ name }) => name === wanted);
  if (!found) throw new Error(`No release ${wanted}`);
  return releaseModel(found.release, found.files);
};

test("a release has its codes, its days, its files and its artist's Spotify id", () => {
  const model = modelOf("single");
  expect(model).toMatchObject({
    ...{ artist: "Ada Berg", spotifyId: "4gzpq5DPGxSnKTe4SA8HAU", title: "Tide" },
    ...{ releaseDate: "2027-03-12", label: "Harbour Records", gtin: "5060700000019" },
    cLine: { year: "2027", owner: "Harbour Records" },
    territory: { kind: "world", countries: [] },
    artwork: { path: "Artwork/Tide.jpg" },
  });
  expect(model.tracks).toMatchObject([
    {
      ...{ number: 1, title: "Tide", version: "", isrc: "GBH1N2610001", explicit: "no" },
      ...{ releaseDate: "2027-03-12", audio: { seconds: 185.4 } },
      file: { path: "Audio/01 Tide.wav", uploadId: "01RELEASE1-track-1" },
      contributors: [{ name: "Ada Berg", roles: ["Main artist", "Songwriter"] }],
    },
  ]);
  expect(JSON.stringify(model)).not.toContain("k/01RELEASE1");
});

test("everybody is credited once, with all roles, and a version stands apart from the title", () => {
  const { tracks, territory } = modelOf("ep-with-guests");
  expect(tracks[0]?.contributors).toEqual([
    { name: "North & Pier", roles: ["Main artist"] },
    {
      ...{ name: "Kai Okafor", roles: ["Featured artist", "Lead Vocals", "Songwriter"] },
      ...{ isni: "0000000114768406", ipi: "00014107338" },
    },
    { name: "Bea Lund", roles: ["Cello", "Arranger"] },
    { name: "Nora Pier", roles: ["Songwriter"], ipi: "00052210040" },
    { name: "Jo Pike", roles: ["Producer"] },
  ]);
  expect(tracks[1]).toMatchObject({ title: "Second Ferry", version: "Night Remix" });
  expect(tracks[2]?.contributors.map(({ name }) => name)).toContain("Ling");
  expect(territory).toEqual({ kind: "except", countries: ["RU", "BY"] });
});

test("solo work is written by the person, by the name as they write it", () => {
  expect(modelOf("non-latin").tracks[0]?.contributors).toEqual([
    { name: "夜の船", roles: ["Main artist"] },
    { name: "山田 花子", roles: ["Songwriter"] },
  ]);
});

test("the song of a cover version is its original writers', also of solo work", () => {
  const [single] = fiveReleases;
  if (!single) throw new Error("None");
  const writersWith = (answers: { isCover: boolean; coverWriters: string }) => {
    const { delivery } = single.release.details;
    const tracks = delivery.tracks.map((track) => ({ ...track, ...answers }));
    const release = { ...single.release, details: { delivery: { ...delivery, tracks } } };
    const [track] = releaseModel(release, single.files).tracks;
    return track?.contributors.flatMap(({ name, roles }) =>
      roles.includes("Songwriter") ? [name] : [],
    );
  };
  expect(writersWith({ isCover: true, coverWriters: "Nell Gray, Tom Bly & Al Fox" })).toEqual([
    ...["Nell Gray", "Tom Bly", "Al Fox"],
  ]);
  expect(writersWith({ isCover: true, coverWriters: "" })).toEqual([]);
  expect(writersWith({ isCover: false, coverWriters: "" })).toEqual(["Ada Berg"]);
});

test("without details nothing is invented, and a track has a version where its title says so", () => {
  const [, ep] = fiveReleases;
  if (!ep) throw new Error("None");
  const model = releaseModel({ ...ep.release, details: undefined, audio: undefined }, []);
  expect(model).toMatchObject({ label: "", gtin: "", cLine: { year: "", owner: "" } });
  expect(model.tracks[1]).toMatchObject({ title: "Second Ferry", version: "Night Remix" });
  expect(model.tracks[1]).toMatchObject({ isrc: "", file: undefined, audio: undefined });
});

test("what AI made is told as it was answered", () => {
  const [single] = fiveReleases;
  if (!single) throw new Error("None");
  const { details } = single.release;
  const ai = { release: "Partly", earlier: "Some of it", tracks: [] } as const;
  const delivery = details?.delivery && { ...details.delivery, ai };
  const model = releaseModel({ ...single.release, details: { delivery } }, single.files);
  expect(model.ai).toEqual(ai);
});

test("in a waterfall each track has its own day", () => {
  const [, ep] = fiveReleases;
  if (!ep) throw new Error("None");
  const tracks = ep.release.form.tracks.map((track, index) => ({
    ...track,
    releaseDate: `2027-0${index + 1}-01`,
  }));
  const form = { ...ep.release.form, waterfallEnabled: true, tracks };
  expect(releaseModel({ ...ep.release, form }, []).tracks[0]?.releaseDate).toBe("2027-01-01");
});
