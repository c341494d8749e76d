import * as v from "valibot";
import { expect, test } from "vitest";
import {
  albumMetadata,
  albumResult,
  artistResult,
  isrcsById,
  trackMetadata,
  trackResult,
  verifiedArtist,
} from "./read-spotify";
import { upstreamAlbum, upstreamArtist, upstreamTrack } from "./spotify-replies";

const image = (width: number) => ({ url: `https://i.example/${width}`, width, height: width });
const images = [image(640), image(300), image(64)];

const artist = v.parse(upstreamArtist, { id: "A", name: "Ada", images });
const album = v.parse(upstreamAlbum, {
  id: "B",
  name: "Engine",
  artists: [{ name: "Ada" }, { name: "Grace" }],
  external_urls: { spotify: "https://open.spotify.com/album/B" },
  images,
  release_date: "2024-03-15",
  total_tracks: 2,
  label: "Harbour",
  copyrights: [{ text: "© 2024 Harbour", type: "C" }],
  external_ids: { upc: "198704000010" },
  tracks: {
    items: [
      { id: "t1", name: "One", track_number: 1, duration_ms: 181_000 },
      null,
      { id: "t2", name: "Two", track_number: 2, duration_ms: 200_500.4 },
    ],
  },
});
const track = v.parse(upstreamTrack, {
  id: "t1",
  name: "One",
  artists: [{ name: "Ada" }],
  album: { id: "B", name: "Engine", images, release_date: "2024-03-15" },
  external_ids: { isrc: "gb-hl4-24-00001" },
  duration_ms: 181_000,
});

test("an artist is listed with id, name, url and an image for a row", () => {
  expect(artistResult(artist)).toEqual({
    id: "A",
    name: "Ada",
    url: "https://open.spotify.com/artist/A",
    image: "https://i.example/300",
  });
});

test("a verified artist has a name and an image", () => {
  expect(verifiedArtist(artist)).toEqual({
    valid: true,
    artistName: "Ada",
    artistImage: "https://i.example/300",
  });
});

test("music is listed as the wizard reads it: an album's image beside it, a track's in its album", () => {
  expect(albumResult(album)).toEqual({
    type: "album",
    id: "B",
    name: "Engine",
    artists: [{ name: "Ada" }, { name: "Grace" }],
    images: [image(300)],
    release_date: "2024-03-15",
  });
  expect(trackResult(track)).toEqual({
    type: "track",
    id: "t1",
    name: "One",
    artists: [{ name: "Ada" }],
    album: { name: "Engine", images: [image(300)], release_date: "2024-03-15" },
  });
});

test("an album has all details, with the found ISRCs and without missing tracks", () => {
  expect(albumMetadata(album, new Map([["t2", "GBHL42400002"]]))).toEqual({
    albumTitle: "Engine",
    artist: "Ada, Grace",
    label: "Harbour",
    releaseDate: "2024-03-15",
    totalTracks: 2,
    tracks: [
      { trackNumber: 1, title: "One", duration: 181_000, isrc: null },
      { trackNumber: 2, title: "Two", duration: 200_500, isrc: "GBHL42400002" },
    ],
    spotifyUrl: "https://open.spotify.com/album/B",
    images,
    copyrights: [{ text: "© 2024 Harbour", type: "C" }],
    upc: "198704000010",
  });
});

test("a track's label and barcode are its album's, its ISRC comes without hyphens", () => {
  expect(trackMetadata(track, album)).toEqual({
    title: "One",
    artist: "Ada",
    album: "Engine",
    label: "Harbour",
    releaseDate: "2024-03-15",
    duration: 181_000,
    isrc: "GBHL42400001",
    spotifyUrl: "https://open.spotify.com/track/t1",
    albumArt: "https://i.example/300",
    upc: "198704000010",
  });
});

test("without its album read by itself a track has an unknown label", () => {
  expect(trackMetadata(track)).toMatchObject({
    label: "Unknown Label",
    album: "Engine",
    upc: null,
  });
});

test("EAN stands in for UPC", () => {
  const albumWithEan = { ...album, external_ids: { ean: "5060000017144" } };
  expect(albumMetadata(albumWithEan).upc).toBe("5060000017144");
});

test.each(["", "  ", null, undefined])("the label %j is 'Unknown Label'", (label) => {
  expect(albumMetadata({ ...album, label }).label).toBe("Unknown Label");
});

test("every field that Spotify may take away can be missing", () => {
  const bareAlbum = v.parse(upstreamAlbum, { id: "B", name: "Engine" });
  expect(albumMetadata(bareAlbum)).toEqual({
    albumTitle: "Engine",
    artist: "",
    label: "Unknown Label",
    releaseDate: "",
    totalTracks: 0,
    tracks: [],
    spotifyUrl: "https://open.spotify.com/album/B",
    images: [],
    copyrights: [],
    upc: null,
  });
  expect(albumResult(bareAlbum)).toMatchObject({ artists: [], images: [], release_date: "" });
  const bareTrack = v.parse(upstreamTrack, { id: "t", name: "One" });
  expect(trackMetadata(bareTrack)).toMatchObject({
    label: "Unknown Label",
    isrc: null,
    albumArt: null,
  });
  expect(trackResult(bareTrack)).toMatchObject({ album: { images: [], release_date: "" } });
  const bareArtist = v.parse(upstreamArtist, { id: "A", name: "Ada" });
  expect(artistResult(bareArtist).image).toBeNull();
});

test("every field that Spotify may empty can be null", () => {
  const emptyAlbum = v.parse(upstreamAlbum, {
    id: "B",
    name: "Engine",
    artists: null,
    external_urls: null,
    images: null,
    release_date: null,
    total_tracks: null,
    copyrights: null,
    external_ids: null,
    tracks: null,
  });
  expect(albumMetadata(emptyAlbum)).toMatchObject({ artist: "", tracks: [], copyrights: [] });
});

test("ISRCs are known for the tracks that have one", () => {
  const other = v.parse(upstreamTrack, { id: "t9", name: "Nine" });
  expect([...isrcsById([track, other])]).toEqual([["t1", "GBHL42400001"]]);
});

test.each([
  ["00810121774182", "810121774182"],
  ["000000000000", null],
  ["2000000000008", null],
])("of the barcode %s in the catalogue %s is kept", (upc, kept) => {
  expect(albumMetadata({ ...album, external_ids: { upc } }).upc).toBe(kept);
});

test("a placeholder is no ISRC of a track", () => {
  const placeholder = { ...track, external_ids: { isrc: "XX-XXX-00-00000" } };
  expect(trackMetadata(placeholder).isrc).toBeNull();
});
