import * as v from "valibot";
import { expect, test } from "vitest";
import { defaultColumns } from "./column-map";
import { calledItem, invitedItem, itemCallSchema, unknownKeys } from "./item-call";

const read = (call: object) => v.parse(itemCallSchema, { itemName: "Ada - Engine", ...call });
const columnsOf = (call: object) => calledItem(read(call), defaultColumns).columnValues;

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
  expect(columnsOf({ formData, additionalData })).toMatchObject({
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

test("column values are taken by field, however their keys are written", () => {
  const columnValues = {
    "Artist name": "Ada",
    first_name: "A",
    releaseType: "lp",
    genres: ["Folk", "Pop"],
  };
  expect(columnsOf({ columnValues })).toEqual({
    artist_name: "Ada",
    first_name: "A",
    release_type: { label: "Album" },
    primary_genre: "Folk, Pop",
  });
  expect(unknownKeys(read({ columnValues: { ...columnValues, shoe: "9" } }))).toEqual(["shoe"]);
});

test("an item is one to be brought up to date only with token and id", () => {
  const invited = (formData: object) => invitedItem(read({ formData }));
  expect(invited({ invitationToken: "t", mondayItemId: 77 })).toBe("77");
  expect(invited({ mondayItemId: "77" })).toBeUndefined();
  expect(invited({})).toBeUndefined();
});
