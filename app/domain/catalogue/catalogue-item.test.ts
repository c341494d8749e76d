import * as v from "valibot";
import { expect, test } from "vitest";
import { catalogueItemSchema } from "./catalogue-item";
import { albumItem, foundRelease, itemWithoutDetails, trackItem } from "./found-release";
import type { AlbumMetadata, MusicResult, TrackMetadata } from "./spotify-shapes";

const album: AlbumMetadata = {
  albumTitle: "Engine",
  artist: "Ada",
  label: "Harbour",
  releaseDate: "2024-03-15",
  totalTracks: 1,
  tracks: [{ trackNumber: 1, title: "One", duration: 181_000, isrc: null }],
  spotifyUrl: "https://open.spotify.com/album/B",
  images: [
    { url: "large", width: 640, height: 640 },
    { url: "fitting", width: 300, height: 300 },
  ],
  copyrights: [],
  upc: "198704000010",
};
const track: TrackMetadata = {
  title: "One",
  artist: "Ada",
  album: "Engine",
  label: "Harbour",
  releaseDate: "2024-03-15",
  duration: 181_000,
  isrc: "GBHL42400001",
  spotifyUrl: "https://open.spotify.com/track/T",
  albumArt: "art",
  upc: null,
};

test("an album becomes an item with the specified fields", () => {
  expect(albumItem("B", album)).toEqual({
    id: "B",
    type: "album",
    title: "Engine",
    artist: "Ada",
    image: "fitting",
    spotifyUrl: "https://open.spotify.com/album/B",
    releaseDate: "2024-03-15",
    albumDetails: {
      label: "Harbour",
      copyrights: [],
      tracks: [{ trackNumber: 1, title: "One", duration: 181_000, isrc: null }],
      totalTracks: 1,
      upc: "198704000010",
      releaseDate: "2024-03-15",
    },
  });
});

test("a track becomes an item with the specified fields", () => {
  expect(trackItem("T", track)).toEqual({
    id: "T",
    type: "track",
    title: "One",
    artist: "Ada",
    image: "art",
    spotifyUrl: "https://open.spotify.com/track/T",
    releaseDate: "2024-03-15",
    trackDetails: {
      isrc: "GBHL42400001",
      label: "Harbour",
      album: "Engine",
      duration: 181_000,
      upc: null,
      releaseDate: "2024-03-15",
    },
  });
});

test("a found release without details has 'Unknown Label' and empty details", () => {
  const common = { id: "X", name: "Engine", artists: [{ name: "Ada" }, { name: "Grace" }] };
  const cover = { images: [{ url: "art", width: 300, height: 300 }], release_date: "2024" };
  const foundItems: MusicResult[] = [
    { ...common, type: "album", ...cover },
    { ...common, type: "track", album: { name: "On", ...cover } },
  ];
  const sharedFields = {
    id: "X",
    title: "Engine",
    artist: "Ada, Grace",
    image: "art",
    releaseDate: "2024",
  };
  const [asAlbum, asTrack] = foundItems.map(foundRelease).map(itemWithoutDetails);
  expect(asAlbum).toEqual({
    ...sharedFields,
    type: "album",
    spotifyUrl: "https://open.spotify.com/album/X",
    albumDetails: {
      label: "Unknown Label",
      copyrights: [],
      tracks: [],
      totalTracks: 0,
      upc: null,
      releaseDate: "2024",
    },
  });
  expect(asTrack).toMatchObject({
    ...sharedFields,
    type: "track",
    spotifyUrl: "https://open.spotify.com/track/X",
    trackDetails: { label: "Unknown Label", album: "On", isrc: null, duration: 0 },
  });
});

test("a release of which only its name is known is an item all the same", () => {
  const items = (["album", "track"] as const).map((type) =>
    itemWithoutDetails({ type, id: "X", title: "Engine", artist: "Ada" }),
  );
  expect(v.is(v.array(catalogueItemSchema), items)).toBe(true);
  expect(items[0]).toMatchObject({ title: "Engine", image: null, releaseDate: "" });
});

test("items pass their schema, and anything else does not", () => {
  const items = [albumItem("B", album), trackItem("T", track)];
  expect(v.parse(v.array(catalogueItemSchema), JSON.parse(JSON.stringify(items)))).toEqual(items);
  expect(v.is(catalogueItemSchema, { ...items[0], type: "track" })).toBe(false);
});
