import * as v from "valibot";
import { expect, test } from "vitest";
import type { BoardSubmission } from "~/domain/board/board";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { defaultColumns, parseColumnMap } from "./column-map";
import { itemPayload } from "./item-payload";

function submission(form: Record<string, unknown> = {}): BoardSubmission {
  return {
    id: "01SUB",
    reference: "MHG-1",
    status: "pending",
    createdAt: "2027-02-26T23:30:00.000Z",
    replyDueAt: "2027-03-12T00:00:00.000Z",
    form: v.parse(releaseFormSchema, {
      artistName: "Ada",
      releaseTitle: "Engine",
      tracks: [],
      ...form,
    }),
    files: [],
  };
}

const solo = { soloWork: true, songwriters: [] };
const boardLinks = (files = new Map<string, string>()) => ({ files, clips: [] });
const toColumns = (release: BoardSubmission, links = new Map<string, string>()) =>
  itemPayload(release, defaultColumns, boardLinks(links)).columnValues;

test("each column gets its value in the form its type takes", () => {
  expect(
    toColumns(
      submission({
        email: "ada@example.com",
        country: "Ireland",
        instagramProfile: "instagram.com/ada",
        releaseDate: "2027-05-01",
        bio: "Counts.",
        publishingAdministrationInterest: true,
        releaseType: "lp",
        tracks: [{ title: "One", metadata: solo }],
      }),
    ),
  ).toMatchObject({
    artist_name: "Ada",
    email: { email: "ada@example.com", text: "ada@example.com" },
    country: { countryCode: "IE", countryName: "Ireland" },
    instagram: { url: "https://instagram.com/ada", text: "instagram.com/ada" },
    release_date: { date: "2027-05-01" },
    bio: { text: "Counts." },
    publishing_interest: { checked: "true" },
    release_type: { label: "Album" },
    upload_type: { label: "New music" },
    status: { label: "Pending" },
    submitted_at: { date: "2027-02-26" },
    reply_due_date: { date: "2027-03-12" },
    submission_id: "01SUB",
  });
});

test("what the artist left empty, and a country without a code, is left out", () => {
  const keys = Object.keys(toColumns(submission({ country: "Atlantis" })));
  for (const id of ["email", "country", "city", "tiktok", "bio", "publishing_interest"]) {
    expect(keys).not.toContain(id);
  }
  expect(keys).not.toContain("audio_link");
});

test("songwriters are listed by track with their shares", () => {
  const songwriters = [
    { firstName: "Ada", lastName: "Lovelace", percentage: 60 },
    { firstName: "Charles", lastName: "", percentage: 40 },
  ];
  const tracks = [
    { title: "One", metadata: { soloWork: false, songwriters } },
    { title: "", metadata: solo },
  ];
  expect(toColumns(submission({ tracks })).songwriters).toEqual({
    text: 'Track 1 "One": Ada Lovelace 60%, Charles 40%\nTrack 2: Solo work',
  });
});

test("an album of twenty keeps every file's link whole, over several columns", () => {
  const numbers = Array.from({ length: 20 }, (_, i) => i);
  const tracks = numbers.map((i) => ({ title: `T${i}`, uploadId: `u${i}`, metadata: solo }));
  const links = new Map(numbers.map((i) => [`u${i}`, `https://x.example/${i}-${"s".repeat(200)}`]));
  const values = toColumns(submission({ tracks }), links);
  const text = JSON.stringify([
    values.audio_files,
    values.audio_files_more,
    values.audio_files_rest,
  ]);
  for (const link of links.values()) expect(text).toContain(link);
  expect(values.audio_link).toEqual({ url: links.get("u0"), text: 'Track 1 "T0"' });
});

test("the artwork's link is the one of the artwork file", () => {
  const release = submission();
  const file = { slot: "artworkFile", key: "k", fileName: "a.jpg", contentType: "image/jpeg" };
  release.files = [{ uploadId: "art", kind: "artwork", size: 1, ...file }];
  expect(toColumns(release, new Map([["art", "https://x.example/a.jpg"]])).artwork_link).toEqual({
    url: "https://x.example/a.jpg",
    text: "Artwork",
  });
});

test("the item is named after artist and release, within the board's 255 characters", () => {
  expect(itemPayload(submission(), defaultColumns, boardLinks()).itemName).toBe("Ada - Engine");
  const long = submission({ releaseTitle: "x".repeat(300) });
  expect(itemPayload(long, defaultColumns, boardLinks()).itemName).toHaveLength(255);
});

test("a long text is cut to what the column holds", () => {
  const bio = toColumns(submission({ bio: "x".repeat(3000) })).bio;
  expect(bio).toMatchObject({ text: expect.stringMatching(/^x{1999}…$/) });
});

test("an overridden column gets the value under its own id and in its own type", () => {
  const columns = parseColumnMap('{"bio":{"id":"about","type":"text"}}');
  const { columnValues } = itemPayload(submission({ bio: "Counts." }), columns, boardLinks());
  expect(columnValues.about).toBe("Counts.");
  expect(columnValues.bio).toBeUndefined();
});

test("a waterfall brings its plan, its credits, its clips and its own artwork", () => {
  const artist = { firstName: "Cy", surname: "Low", roles: ["Vocals", "Drums"] };
  const tracks = [
    {
      title: "One",
      releaseDate: "2027-03-19",
      metadata: { soloWork: false, featuredArtists: [artist], producers: ["Max"] },
      socialClipsEnabled: true,
      socialClips: [{ startTime: "00:10", endTime: "00:40", description: "The hook" }],
    },
    {
      title: "Two",
      releaseDate: "2027-04-12",
      customArtworkUploadId: "U2",
      metadata: { soloWork: false, nonFeaturedArtists: [artist] },
    },
  ];
  const links = new Map([["U2", "https://x.example/two.png"]]);
  expect(toColumns(submission({ waterfallEnabled: true, tracks }), links)).toMatchObject({
    credits: {
      text: 'Track 1 "One": featuring Cy Low (Vocals, Drums); produced by Max\nTrack 2 "Two": with Cy Low (Vocals, Drums)',
    },
    social_clips: { text: 'Track 1 "One": 00:10 to 00:40, The hook' },
    release_plan: {
      text: 'Full release 2027-04-12, first single 2027-03-19\n2027-03-19: One, Single; clips from 2027-02-26\n2027-04-12: Two, Final single and the full release "Engine"',
    },
    track_artwork: { text: 'Track 2 "Two": https://x.example/two.png' },
  });
});

test("a folder is linked, and clips that were cut take the place of the windows asked for", () => {
  const tracks = [
    {
      title: "One",
      metadata: solo,
      socialClipsEnabled: true,
      socialClips: [{ startTime: "00:10" }],
    },
  ];
  const clip = { trackTitle: "One", number: 1, key: "k", note: null, releaseDate: "2027-02-08" };
  const links = {
    files: new Map<string, string>(),
    clips: [
      { ...clip, state: "done", url: "https://x.example/clip-1.wav" },
      { ...clip, number: 2, state: "failed", note: "It starts after the end of the track." },
    ],
    folder: "https://drive.example/folder",
  };
  expect(itemPayload(submission({ tracks }), defaultColumns, links).columnValues).toMatchObject({
    folder_link: { url: "https://drive.example/folder", text: "Folder" },
    social_clips: {
      text:
        '"One" clip 1 (out 2027-02-08): https://x.example/clip-1.wav\n' +
        '"One" clip 2 (out 2027-02-08): failed. It starts after the end of the track.',
    },
  });
});

const movedItem = (id: string, title: string) => ({
  type: "track" as const,
  id,
  title,
  artist: "Ada",
  image: null,
  spotifyUrl: `https://open.spotify.com/track/${id}`,
  releaseDate: "2020",
  trackDetails: {
    isrc: null,
    label: "Unknown Label",
    album: "A",
    duration: 1,
    upc: null,
    releaseDate: "2020",
  },
});

test("a transfer is named as such, with its URLs joined by commas", () => {
  const release = submission({
    uploadType: "transfer",
    releaseTitle: "",
    distributor: "Amuse",
    catalogueItems: [movedItem("a", "Tin"), movedItem("b", "Copper")],
  });
  expect(itemPayload(release, defaultColumns, boardLinks()).itemName).toBe(
    "Ada - Catalogue transfer: Tin",
  );
  expect(toColumns(release)).toMatchObject({
    upload_type: { label: "Transfer" },
    distributor: "Amuse",
    transfer_urls: { text: "https://open.spotify.com/track/a,https://open.spotify.com/track/b" },
    transfer_titles: { text: "Tin, Ada\nCopper, Ada" },
  });
  expect(Object.keys(toColumns(release))).not.toContain("release_type");
});

test("addresses that do not fit into the column are left out whole", () => {
  const catalogueItems = Array.from({ length: 50 }, (_, i) =>
    movedItem(`${"x".repeat(20)}${i}`, "T"),
  );
  const text = Object(toColumns(submission({ catalogueItems })).transfer_urls).text;
  expect(text.length).toBeLessThanOrEqual(2000);
  for (const url of text.split(","))
    expect(url).toMatch(/^https:\/\/open\.spotify\.com\/track\/x{20}\d+$/);
});

test("an early release and a waterfall are mentioned, also without details", () => {
  const early = { earlyReleaseRequest: true, waterfallEnabled: true };
  expect(toColumns(submission(early))).toMatchObject({
    early_release: { text: "Asked for, without a reason" },
    release_plan: { text: "A waterfall, without dates" },
  });
  const reason = "Tour starts.";
  expect(toColumns(submission({ ...early, earlyReleaseReason: reason }))).toMatchObject({
    early_release: { text: reason },
  });
  expect(toColumns(submission())).not.toHaveProperty("early_release");
});
