import { type FormFields, partsOf } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import { COVER_FIELD, coverBytes, SONG_FIELD, songBytes } from "./drafts";
import { BOUNDARY, formBody } from "./form-post";
import { pageText } from "./page-parts";
import { dateInDays, type Visitor } from "./visitor";

/** The widest letters, the maximum length of each field, and no line breaks. */
export const LONGEST_VALUES = {
  name: "W".repeat(200),
  email: `${"m".repeat(64)}@${"w".repeat(63)}.${"w".repeat(50)}.example`,
  file: `${"W".repeat(196)}.wav`,
  link: `https://${"w".repeat(63)}.example/${"w".repeat(400)}`,
  prose: "W".repeat(1_000),
};
const { name, email, file, prose } = LONGEST_VALUES;

export const spotifyId = "4iV5W9uYEdYUVa79Axb7Rh";
const release = (type: "album" | "track") => ({
  type,
  id: spotifyId,
  title: name,
  artist: name,
  image: null,
  releaseDate: "2020-01-01",
  spotifyUrl: `https://open.spotify.com/${type}/${spotifyId}`,
  ...(type === "album"
    ? {
        albumDetails: {
          label: name,
          copyrights: [{ text: name, type: "P" }],
          totalTracks: 1,
          upc: null,
          releaseDate: "2020-01-01",
          tracks: [{ trackNumber: 1, title: name, duration: 1000, isrc: null }],
        },
      }
    : {
        trackDetails: {
          isrc: null,
          label: name,
          album: name,
          duration: 1000,
          upc: null,
          releaseDate: "2020-01-01",
        },
      }),
});

function longestTexts<const F extends FormFields<never>>(fields: F) {
  const limits = partsOf(fields, "max");
  const texts = Object.entries(limits).map(([field, max]) => [field, "W".repeat(Number(max))]);
  return Object.fromEntries(texts) as Record<keyof typeof limits, string>;
}

export const artistStep = {
  ...longestTexts(formFields.artist),
  email,
  phone: "1".repeat(200),
  country: "United Kingdom",
  instagramProfile: `https://instagram.com/${"w".repeat(460)}`,
  tiktokProfile: `https://tiktok.com/${"w".repeat(460)}`,
  spotifyChoice: "profile",
  spotifyProfile: `https://open.spotify.com/artist/${spotifyId}`,
  spotifyVerified: spotifyId,
  spotifyArtistName: name,
};

const trackStep = (n: number) => {
  const prefix = `tracks[${n}]`;
  const metadata = `${prefix}.metadata`;
  return {
    [`${prefix}.id`]: `track-${n + 1}`,
    ...Object.fromEntries(
      Object.entries(longestTexts(formFields.track)).map(([field, text]) => [
        `${prefix}.${field}`,
        text,
      ]),
    ),
    [`${metadata}.listed`]: "on",
    [`${metadata}.featuredArtists[0].firstName`]: name,
    [`${metadata}.featuredArtists[0].surname`]: name,
    [`${metadata}.featuredArtists[0].roles[0]`]: "Vocals",
    [`${metadata}.nonFeaturedArtists[0].firstName`]: name,
    [`${metadata}.nonFeaturedArtists[0].surname`]: name,
    [`${metadata}.nonFeaturedArtists[0].roles[0]`]: "Vocals",
    [`${metadata}.producers[0]`]: name,
    [`${metadata}.songwriters[0].firstName`]: name,
    [`${metadata}.songwriters[0].lastName`]: name,
    [`${metadata}.songwriters[0].percentage`]: "60",
    [`${metadata}.songwriters[1].firstName`]: name,
    [`${metadata}.songwriters[1].lastName`]: name,
    [`${metadata}.songwriters[1].percentage`]: "40",
    [`${prefix}.socialClipsEnabled`]: "on",
    [`${prefix}.socialClips[0].id`]: "clip-1",
    [`${prefix}.socialClips[0].startTime`]: "00:00",
    [`${prefix}.socialClips[0].endTime`]: "00:15",
    [`${prefix}.socialClips[0].description`]: "W".repeat(500),
  };
};

const musicStep = {
  uploadType: "both",
  releaseType: "ep",
  releaseTitle: name,
  primaryGenre: "Folk",
  subGenre: "Indie Folk",
  releaseDate: dateInDays(60),
  earlyReleaseRequest: "on",
  earlyReleaseReason: prose,
  distributor: name,
  "catalogueItems[0]": JSON.stringify(release("album")),
  "catalogueItems[1]": JSON.stringify(release("track")),
  ...trackStep(0),
  ...trackStep(1),
};

const aboutStep = longestTexts(formFields.about);

export async function expectOk(response: Response): Promise<void> {
  if (response.status !== 302)
    throw new Error(`A step did not pass: ${response.status} ${pageText(await response.text())}`);
}

/** Creates a draft that has passed every step, with the longest texts. */
export async function createLongestDraft(visitor: Visitor): Promise<Visitor> {
  await visitor.openDraft();
  await expectOk(await visitor.post("/submit/artist", { ...artistStep, intent: "next" }));
  const answers = Object.entries({ ...musicStep, intent: "next" });
  const files = [
    { name: SONG_FIELD, fileName: file, type: "audio/wav", body: songBytes },
    { name: "tracks[1].file", fileName: `V${file}`, type: "audio/wav", body: songBytes },
    { name: COVER_FIELD, fileName: `${"W".repeat(196)}.jpg`, type: "image/jpeg", body: coverBytes },
  ];
  const body = formBody([
    ...answers.map(([field, text]) => ({ name: field, body: text })),
    ...files,
  ]);
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  await expectOk(await visitor.send("/submit/music", { method: "POST", headers, body }));
  await expectOk(await visitor.post("/submit/about", { ...aboutStep, intent: "next" }));
  return visitor;
}
