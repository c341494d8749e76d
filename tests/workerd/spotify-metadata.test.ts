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
