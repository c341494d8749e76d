import { expect, test } from "vitest";
import { allRoles } from "~/reference/roles";
import { fiveReleases } from "../../../../tests/fixtures/five-releases";
import { releaseModel } from "../package/release-model";
import { ernFiles, ernFolder } from "./ern-folder";
import { ernMessage } from "./ern-message";
import { readErnRelease } from "./read-ern-release";

const parties = {
  senderId: "PADPIDA2026113001A",
  senderName: "Harbour Records & Sons",
  recipientId: "PADPIDA2026113002B",
  isTest: true,
};
const at = new Date("2026-12-02T10:20:30.405Z");

/** The message of a release that lacks nothing. */
function messageOf({ release, files }: (typeof fiveReleases)[number]): string {
  const result = readErnRelease(releaseModel(release, files), release.pictures);
  if ("lacks" in result) throw new Error(result.lacks.join("\n"));
  return ernMessage(result.release, parties, { id: `MESSAGE-${release.id}`, at });
}

test.each(fiveReleases.map((fixture) => [fixture.name, fixture] as const))(
  "the message of the release %s is the one that was checked against DDEX's schemas",
  async (name, fixture) => {
    await expect(messageOf(fixture)).toMatchFileSnapshot(
      `../../../../tests/fixtures/ern/${name}.xml`,
    );
  },
);

test("every role that we ask for is one that the schemas allow", async () => {
  const [single] = fiveReleases;
  const [track] = single?.release.form.tracks ?? [];
  if (!single || !track) throw new Error("No track");
  const artists = [{ firstName: "Everybody", surname: "-", roles: [...allRoles] }];
  const metadata = { ...track.metadata, soloWork: false, nonFeaturedArtists: artists };
  const form = { ...single.release.form, tracks: [{ ...track, metadata }] };
  const message = messageOf({ ...single, release: { ...single.release, form } });
  await expect(message).toMatchFileSnapshot("../../../../tests/fixtures/ern/every-role.xml");
});

test("what a message can't be without is listed, and nothing else", () => {
  const [single] = fiveReleases;
  if (!single) throw new Error("No release");
  const { release } = single;
  const lacksOf = (changed: object, files = single.files) => {
    const result = readErnRelease(releaseModel({ ...release, ...changed }, files), {});
    return "lacks" in result ? result.lacks : [];
  };
  expect(lacksOf({})).toEqual([]);
  expect(lacksOf({ details: undefined, audio: {} }, [])).toEqual([
    "The UPC",
    "The label",
    "The year and name of the ©",
    "The year and name of the ℗",
    "The artwork: its file",
    "Track 1, Tide: its ISRC",
    "Track 1, Tide: whether it has explicit words",
    "Track 1, Tide: its length, which is measured when its file arrives",
    "Track 1, Tide: its file",
  ]);
  const unhashed = single.files.map((file) => ({ ...file, sha256: undefined }));
  expect(lacksOf({}, unhashed)).toEqual([
    "The artwork: its file's checksum, as it was sent before we kept them",
    "Track 1, Tide: its file's checksum, as it was sent before we kept them",
  ]);
  expect(lacksOf({ form: { ...release.form, tracks: [] } })).toEqual([
    "Tracks of its own: this submission only moves a catalogue",
  ]);
});

test("a delivery has its folder and files by DDEX's choreography for cloud-based storage", () => {
  const [album] = fiveReleases.filter(({ name }) => name === "album-two-artworks");
  if (!album) throw new Error("No album");
  const result = readErnRelease(releaseModel(album.release, album.files), {});
  if ("lacks" in result) throw new Error(result.lacks.join());
  expect(ernFolder(result.release, at)).toEqual({
    folder: "N_5060700000033_20261202102030405",
    message: "N_5060700000033_20261202102030405/5060700000033.xml",
    resources: "N_5060700000033_20261202102030405/resources",
  });
  const names = ernFiles(result.release).map(({ name }) => name);
  expect(names).toHaveLength(14);
  expect(names).toEqual(expect.arrayContaining(["5060700000033_T1.wav", "5060700000033_T13.jpg"]));
  expect(names).toContain("5060700000033_T18.jpg");
});
