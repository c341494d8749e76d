import * as v from "valibot";
import { expect, test } from "vitest";
import { defaultColumns } from "./column-map";
import { toItemPayload } from "./field-texts";
import {
  callLinks,
  callTexts,
  invitedItem,
  itemCallSchema,
  overflowBlocks,
  unknownKeys,
} from "./item-call";
import { releaseBlocks } from "./track-update";
import { toUpdates } from "./update-html";

const read = (call: object) => v.parse(itemCallSchema, { itemName: "Ada - Engine", ...call });
const toColumns = (call: object) =>
  toItemPayload("Ada - Engine", callTexts(read(call)), defaultColumns).columnValues;
function toUpdateText(callFields: object): string {
  const call = read(callFields);
  const { release: form, files = [] } = call.formData ?? {};
  const blocks = releaseBlocks({ form, files }, callLinks(call), callTexts(call), defaultColumns);
  return toUpdates([...blocks, ...overflowBlocks(call)], "C").join("");
}

test("form data and links of a call become the columns of a release", () => {
  const formData = {
    artistName: "Ada",
    email: "ada@example.com",
    country: "Ireland",
    releaseTitle: "Engine",
    releaseType: "ep",
    tracks: [{ title: "One", metadata: { soloWork: true } }],
  };
  const additionalData = {
    mainFolderUrl: "https://drive.example/main",
    audioUrls: ["https://x.example/1.wav", "https://x.example/2.wav"],
    imageUrls: "https://x.example/a.jpg,https://x.example/b.jpg",
    transferUrls: "https://open.spotify.com/track/a,https://open.spotify.com/track/b",
  };
  expect(toColumns({ formData, additionalData })).toMatchObject({
    artist_name: "Ada",
    release_type: { label: "EP" },
    track_titles: { text: "1. One" },
    folder_link: { url: "https://drive.example/main", text: "Folder" },
    audio_files: { text: "https://x.example/1.wav\nhttps://x.example/2.wav" },
    audio_link: { url: "https://x.example/1.wav", text: "Audio" },
    artwork_link: { url: "https://x.example/a.jpg", text: "Artwork" },
    track_artwork: { text: "https://x.example/b.jpg" },
    transfer_urls: { text: additionalData.transferUrls },
  });
});

test("solo work in a call has nobody else on it", () => {
  const mal = { firstName: "Mal", surname: "Low", lastName: "Low", percentage: 100 };
  const metadata = { soloWork: true, featuredArtists: [mal], songwriters: [mal] };
  const { release } = read({ formData: { tracks: [{ title: "One", metadata }] } }).formData ?? {};
  expect(release?.tracks[0]?.metadata).toEqual({
    soloWork: true,
    featuredArtists: [],
    nonFeaturedArtists: [],
    producers: [],
    songwriters: [],
  });
});

const wizardTrack = {
  id: "t1",
  file: null,
  url: "https://x.example/one.wav",
  fileId: "f1",
  fileName: "one.wav",
  bucketName: "b",
  title: "One",
  uploadProgress: 100,
  isUploading: false,
  releaseDate: null,
  useCustomArtwork: true,
  customArtwork: null,
  customArtworkUrl: "https://x.example/one.jpg",
  metadata: {
    soloWork: false,
    featuredArtists: [{ id: "1", firstName: "Cy", surname: "Low", roles: ["Drums"] }],
    songwriters: [{ id: "1", firstName: "Ada", lastName: "Byron", percentage: "60" }],
  },
  socialClipsEnabled: false,
  socialClips: [{ id: "c", startTime: "00:00", endTime: "00:30" }],
};

test("the wizard's form data is accepted as documented, with empty fields as null", () => {
  const formData = {
    artistName: "Ada",
    uploadType: "both",
    releaseDateError: null,
    artwork: null,
    listenLink: "https://soundcloud.com/ada",
    tracks: [wizardTrack, { title: "Two" }],
    catalogueItems: [
      { id: "a", type: "track", title: "Tin", artist: "Ada", image: null, trackDetails: null },
      {
        id: "b",
        type: "album",
        title: "Copper",
        spotifyUrl: "https://open.spotify.com/album/b",
        albumDetails: { copyrights: ["2020 Own"], tracks: [{ title: "Foil", isrc: "GBX" }] },
      },
    ],
  };
  expect(toColumns({ formData, additionalData: { audioUrls: null } })).toMatchObject({
    listen_link: { url: formData.listenLink, text: "soundcloud.com/ada" },
    track_titles: { text: "1. One\n2. Two" },
    songwriters: { text: 'Track 1 "One": Ada Byron 60%' },
    credits: { text: 'Track 1 "One": featuring Cy Low (Drums)' },
    audio_files: { text: 'Track 1 "One": https://x.example/one.wav' },
    audio_link: { url: wizardTrack.url, text: 'Track 1 "One"' },
    track_artwork: { text: 'Track 1 "One": https://x.example/one.jpg' },
    transfer_urls: { text: "https://open.spotify.com/album/b" },
  });
  expect(toColumns({ formData })).not.toHaveProperty("social_clips");
  const update = toUpdateText({ formData });
  for (const part of [">one.wav<", ">Artwork<", "ISRC GBX", "Copyright: 2020 Own"])
    expect(update).toContain(part);
});

test("column values are matched to fields, whatever the spelling of their keys", () => {
  const columnValues = {
    "Artist name": "Ada",
    first_name: "A",
    releaseType: "lp",
    uploadType: "new-music",
    genres: ["Folk", "Pop"],
    publishingInterest: false,
    proNumber: 7,
  };
  expect(toColumns({ columnValues })).toEqual({
    artist_name: "Ada",
    first_name: "A",
    release_type: { label: "Album" },
    upload_type: { label: "New music" },
    primary_genre: "Folk, Pop",
    pro_number: "7",
  });
  expect(unknownKeys(read({ columnValues: { ...columnValues, shoe: "9" } }))).toEqual(["shoe"]);
});

test("column values that a column cannot show are in the update", () => {
  const columnValues = { releaseDate: "in spring", country: "Atlantis", city: "Cork" };
  expect(toColumns({ columnValues })).toEqual({ city: "Cork" });
  expect(toUpdateText({ columnValues })).toContain(
    "<li>country: Atlantis</li><li>release_date: in spring</li>",
  );
});

test("of too many links the columns have only whole ones, and the update has all", () => {
  const list = (name: string) =>
    Array.from({ length: 60 }, (_, i) => `https://x.example/${name}/${i}-${"s".repeat(150)}`);
  const additionalData = {
    audioUrls: list("audio"),
    imageUrls: list("images"),
    transferUrls: list("transfer").join(","),
  };
  const { transfer_urls: column } = toColumns({ additionalData });
  for (const url of Object(column).text.split(",")) expect(list("transfer")).toContain(url);
  const update = toUpdateText({ additionalData });
  for (const name of ["audio", "images", "transfer"])
    for (const url of list(name)) expect(update).toContain(`${name}: ${url}<`);
});

test("an item is updated only with both token and id", () => {
  const readInvited = (formData: object) => invitedItem(read({ formData }));
  expect(readInvited({ invitationToken: "t", mondayItemId: 77 })).toBe("77");
  expect(readInvited({ mondayItemId: "77" })).toBeUndefined();
  expect(readInvited({})).toBeUndefined();
});

test("names of object properties are valid values of a call", () => {
  for (const word of ["constructor", "__proto__", "toString"])
    expect(toColumns({ columnValues: { releaseType: word } })).toEqual({
      release_type: { label: word },
    });
});
