import * as v from "valibot";
import { emailLine, flag, MAX_LINK, singleLine } from "~/forms/fields";
import { longDate } from "~/platform/formats/dates";
import { writtenName } from "~/platform/formats/written-name";
import { hasContributors } from "../music/credits";
import { releaseDays } from "../music/release-days";
import { hasNewMusic } from "../music/upload-type";
import { releaseName } from "../record/release-name";
import {
  type CreditedTrack,
  clipWindowsText,
  creditsText,
  shareLines,
  songwritersText,
} from "../record/release-texts";
import { releaseTypeLabels, uploadTypeLabels } from "../record/type-labels";
import { type FormFields, line, plain, prose, typed, yesNo } from "./form-field";

type ArtistAnswers = Partial<
  Record<"firstName" | "surname" | "fullName" | "city" | "country" | "spotifyProfile", string>
>;

const link = (name: string) => ({ ...line(name, MAX_LINK), isLink: true, board: "link" as const });

/** The fields of the first step. */
const artist = {
  artistName: { ...line("Artist name"), required: true, review: "Artist name", lists: "Artist" },
  firstName: { ...line("First name"), required: true, lists: "First name" },
  surname: { ...line("Surname"), required: true, lists: "Surname" },
  name: { text: writtenName, pages: "Name", package: "full name", changedAt: "firstName" },
  fullName: { ...line("Full name"), comparison: "Full name", board: null },
  email: { ...line("Email"), rule: emailLine, required: true, label: "Email", board: "email" },
  // A phone column refuses invalid numbers, and the item with them.
  phone: { ...plain("Phone number"), label: "Phone" },
  location: {
    text: ({ city, country }) => [city, country].filter(Boolean).join(", "),
    pages: "Location",
    changedAt: "country",
  },
  country: { ...line("Country"), required: true, comparison: "Country", board: "country" },
  city: { ...line("City"), required: true, lists: "City" },
  countryAfterCity: { text: ({ country }) => country, package: "country" },
  spotify: {
    text: ({ spotifyProfile = "" }) => spotifyProfile,
    pages: "Spotify",
    changedAt: "spotify-profile",
    isLink: true,
  },
  instagramProfile: { ...link("Instagram link"), label: "Instagram" },
  tiktokProfile: { ...link("TikTok link"), label: "TikTok" },
  spotifyProfile: { ...link("Spotify link"), lists: "Spotify" },
} satisfies FormFields<ArtistAnswers>;

interface AboutAnswers {
  publishingAdministrationInterest?: boolean;
}
const isInterested = (answers: AboutAnswers) => answers.publishingAdministrationInterest === true;

/** The fields of the third step; limits are longer than any store shows, for a database row. */
const about = {
  bio: { ...prose("Your bio", 5_000), label: "Bio", comparison: "Biography", board: "long_text" },
  influences: {
    ...prose("Your influences", 1_000),
    board: "long_text",
    label: "For fans of",
    review: "For Fans Of",
    comparison: "Influences",
  },
  publishingAdministrationInterest: {
    rule: flag,
    recorded: v.optional(v.boolean(), false),
    review: "Publishing administration",
    text: (answers) => (isInterested(answers) ? "Interested" : "Not interested"),
    comparison: ["Publishing administration", (answers) => yesNo(isInterested(answers))],
    package: ["publishing administration", (about) => (isInterested(about) ? "interested" : "")],
  },
  publishingInterest: { text: (about) => (isInterested(about) ? "Yes" : ""), board: "checkbox" },
  proNumber: { ...plain("The PRO number", 60), label: "PRO number", package: "PRO number" },
} satisfies FormFields<AboutAnswers>;

type ReleaseType = keyof typeof releaseTypeLabels;

/** What texts about a release are made from, of a draft and of a submission. */
interface ReleaseAnswers {
  releaseTitle: string;
  primaryGenre: string;
  subGenre: string;
  releaseDate: string;
  earlyReleaseReason: string;
  uploadType: keyof typeof uploadTypeLabels;
  releaseType: ReleaseType;
  classifiedType?: ReleaseType | undefined;
  earlyReleaseRequest: boolean;
  waterfallEnabled: boolean;
  tracks: readonly { releaseDate: string }[];
  catalogueItems: readonly { title: string }[];
}

/** What a list of all fields begins with. */
const leading = {
  uploadType: { package: "upload type" },
  releaseTitle: { comparison: "Title" },
} satisfies FormFields<ReleaseAnswers>;

const typeOf = (release: ReleaseAnswers) => releaseTypeLabels[release.releaseType];

function typeByTracks(release: ReleaseAnswers): string | undefined {
  const type = release.classifiedType && releaseTypeLabels[release.classifiedType];
  return hasNewMusic(release) && type !== typeOf(release) ? type : "";
}

/** The fields of a new release beside its tracks. */
const release = {
  uploadType: {
    text: ({ uploadType }) => uploadTypeLabels[uploadType],
    staff: "Upload",
    comparison: "What is sent",
    board: "status",
  },
  name: { text: releaseName, package: "release" },
  releaseType: {
    text: (release) => (hasNewMusic(release) ? typeOf(release) : ""),
    review: ["Release type", typeOf],
    comparison: ["Release type", typeOf],
    package: ["type", ({ releaseType }) => releaseType],
    board: "status",
  },
  classifiedType: { staff: ["Type by tracks", typeByTracks], package: "type by tracks" },
  releaseTitle: { ...line("The release title"), review: "Release title" },
  genre: {
    text: ({ primaryGenre, subGenre }) => [primaryGenre, subGenre].filter(Boolean).join(", "),
    pages: "Genre",
    changedAt: "primaryGenre",
  },
  primaryGenre: { ...typed(singleLine), lists: "Genre" },
  subGenre: { ...typed(singleLine), comparison: "Subgenre", package: "sub-genre" },
  day: {
    text: (release) => (hasNewMusic(release) ? longDate(releaseDays(release).full) : ""),
    review: "Release date",
    changedAt: "releaseDate",
  },
  firstSingle: {
    text: (release) => {
      const { firstSingle } = releaseDays(release);
      return firstSingle && longDate(firstSingle);
    },
    review: "First single",
    changedAt: "releaseDate",
  },
  releaseDate: {
    text: (release) => releaseDays(release).full,
    comparison: ["Release date", ({ releaseDate }) => releaseDate],
    package: ["release date", ({ releaseDate }) => releaseDate],
    board: "date",
  },
  earlyReleaseRequest: {
    comparison: ["Early release", ({ earlyReleaseRequest }) => yesNo(earlyReleaseRequest)],
    package: ["early release", (r) => (r.earlyReleaseRequest ? r.earlyReleaseReason || "yes" : "")],
  },
  earlyReleaseReason: {
    review: [
      "Early release requested",
      (release) => (release.earlyReleaseRequest ? release.earlyReleaseReason : undefined),
    ],
    comparison: "Reason for an early release",
  },
  waterfallEnabled: {
    staff: ["Waterfall", ({ waterfallEnabled }) => (waterfallEnabled ? "Yes" : "")],
    comparison: ["Waterfall", ({ waterfallEnabled }) => yesNo(waterfallEnabled)],
    package: ["waterfall", ({ waterfallEnabled }) => (waterfallEnabled ? "yes" : "")],
  },
  tracks: { text: ({ tracks }) => String(tracks.length), comparison: "Tracks" },
} satisfies FormFields<ReleaseAnswers>;

/** The fields of a catalogue transfer. */
const transfer = {
  distributor: {
    ...line("The distributor"),
    label: "Current distributor",
    comparison: "Distributor",
  },
  catalogueItems: {
    text: ({ catalogueItems }) => catalogueItems.map(({ title }) => title).join("\n"),
    comparison: "Releases to transfer",
  },
} satisfies FormFields<ReleaseAnswers>;

const artistLines = (artists: CreditedTrack["metadata"]["featuredArtists"]) =>
  artists
    .map((artist) => [writtenName(artist), artist.roles.join(", ")].filter(Boolean).join(": "))
    .join("\n");

function splitsText(track: CreditedTrack): string {
  const total = track.metadata.songwriters.reduce((sum, each) => sum + Number(each.percentage), 0);
  const lines = shareLines(track).join("\n");
  return lines && total !== 100 ? `${lines}\n(together ${total}%)` : lines;
}

const changedAt = "metadata.soloWork";

/** The fields of a track; its files are shown beside them. */
const track = {
  title: { ...line("The track title"), lists: "title", board: null },
  releaseDate: {
    comparison: "release date",
    package: "track release date",
    staff: ["Release date", ({ releaseDate }) => (releaseDate ? longDate(releaseDate) : "")],
  },
  soloWork: {
    text: ({ metadata }) => (metadata.soloWork ? "Solo work" : ""),
    review: [
      "Contributors",
      ({ metadata }) =>
        metadata.soloWork ? "Solo work" : hasContributors(metadata) ? undefined : "",
    ],
    staff: "Songwriters",
    comparison: ["solo work", ({ metadata }) => yesNo(metadata.soloWork)],
    changedAt,
  },
  songwriters: {
    text: songwritersText,
    staff: ["Splits", splitsText],
    comparison: ["songwriters", (track) => shareLines(track).join("\n")],
    package: "songwriters",
    update: "Songwriters",
    board: "long_text",
  },
  featuredArtists: {
    text: ({ metadata }) => artistLines(metadata.featuredArtists) || undefined,
    pages: "Featured artists",
    comparison: "featured artists",
    changedAt,
  },
  nonFeaturedArtists: {
    text: ({ metadata }) => artistLines(metadata.nonFeaturedArtists) || undefined,
    pages: "Non-featured artists",
    comparison: "non-featured artists",
    changedAt,
  },
  producers: {
    text: ({ metadata }) => metadata.producers.join(", ") || undefined,
    pages: "Producers",
    comparison: "producers",
    changedAt,
  },
  credits: { text: creditsText, package: "credits", update: "Credits", board: "long_text" },
  shares: {
    text: (track) => shareLines(track).join(", ") || undefined,
    review: "Songwriters",
    changedAt,
  },
  socialClips: {
    comparison: [
      "social clips",
      (track) => (track.socialClipsEnabled ? clipWindowsText(track, ": ", "\n") : ""),
    ],
    package: ["social clips", (track) => (track.socialClipsEnabled ? clipWindowsText(track) : "")],
  },
} satisfies FormFields<CreditedTrack>;

/**
 * Every field that artists fill in. The form and its rules, review, staff page, comparison, board and
 * package are made from these, in this order.
 */
export const formFields = { leading, artist, release, transfer, about, track };
