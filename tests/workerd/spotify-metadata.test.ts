import { expect, test } from "vitest";
import { appUnderTest } from "../support/app-under-test";
import { firstTrack, release } from "../support/sandbox-catalogue";
import { callSpotify } from "../support/spotify-calls";

const album = release("Nordlys Motel");
const track = firstTrack("Golden Hour Accra");

test("an album's metadata has every field, beside success and under data, ISRCs included", async () => {
  const { status, body } = await callSpotify(`/albums/${album.id}/metadata`);
  expect(status).toBe(200);
  const { success, data, ...fields } = body;
  expect(success).toBe(true);
  expect(fields).toEqual(data);
  expect(fields).toEqual({
    albumTitle: "Nordlys Motel",
    artist: "Ødegård & the Lanterns",
    label: "Fjordlys",
    releaseDate: "2019-03-01",
    totalTracks: 9,
    tracks: album.tracks.map(({ number, title, duration, isrc }) => ({
      trackNumber: number,
      title,
      duration,
      isrc,
    })),
    spotifyUrl: `https://open.spotify.com/album/${album.id}`,
    images: [640, 300, 64].map((size) => ({
      url: `${appUnderTest().url}/sandbox/spotify/images/${album.id}?size=${size}`,
      width: size,
      height: size,
    })),
    copyrights: [
      { text: "© 2019 Fjordlys", type: "C" },
      { text: "℗ 2019 Fjordlys", type: "P" },
    ],
    upc: album.upc,
  });
});

test("a track's metadata has every field, its label and barcode from its album", async () => {
  const { status, body } = await callSpotify(`/tracks/${track.id}/metadata`);
  expect(status).toBe(200);
  const { success, data, ...fields } = body;
  expect(success).toBe(true);
  expect(fields).toEqual(data);
  expect(fields).toEqual({
    title: "Golden Hour Accra",
    artist: "Kwabena Asuo-Reid, Tāne Hollowell",
    album: "Golden Hour Accra",
    label: "Northern Quarter Sound",
    releaseDate: "2023-12-01",
    duration: track.duration,
    isrc: track.isrc,
    spotifyUrl: `https://open.spotify.com/track/${track.id}`,
    albumArt: `${appUnderTest().url}/sandbox/spotify/images/${track.release.id}?size=300`,
    upc: track.release.upc,
  });
});

test("a release without a label has 'Unknown Label'", async () => {
  const { id } = release("Soft Launch");
  expect((await callSpotify(`/albums/${id}/metadata`)).body.label).toBe("Unknown Label");
});

test.each([
  ["albums/0000000000000000000000", "Error getting album metadata"],
  ["tracks/0000000000000000000000", "Error getting track metadata"],
  ["albums/short", "Error getting album metadata"],
  ["tracks/..%2Fme/x", "Error getting track metadata"],
])("%s is unknown: 404", async (path, error) => {
  const { status, body } = await callSpotify(`/${path}/metadata`);
  expect(status).toBe(404);
  expect(body).toEqual({ success: false, error });
});

test.each([
  ["/albums//metadata", "Album ID cannot be empty"],
  ["/albums/%20/metadata", "Album ID cannot be empty"],
  ["/tracks//metadata", "Track ID cannot be empty"],
])("%s is refused with %j", async (path, error) => {
  const { status, body } = await callSpotify(path);
  expect(status).toBe(400);
  expect(body).toEqual({ success: false, error });
});
