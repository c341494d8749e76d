import * as v from "valibot";
import type { ArtistSearch, ProfileCheck } from "~/catalogue/artist-lookup";
import { spotifyArtistId, spotifyPage } from "~/catalogue/spotify-link";
import { singleLine } from "~/forms/fields";
import type { FormReply } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";

/** What an artist says about Spotify, in the words of the choice (specification, section 4). */
export const spotifyChoices = [
  { value: "profile", label: "I have a Spotify profile" },
  { value: "new", label: "I'm a new artist" },
] as const;
export type SpotifyChoice = (typeof spotifyChoices)[number]["value"];

/** The two ways to name a profile. */
export const spotifyModes = [
  { value: "search", label: "Search" },
  { value: "url", label: "Enter URL" },
] as const;
export type SpotifyMode = (typeof spotifyModes)[number]["value"];

/** An unproven name that is only ever shown needs no error when it is too long. */
const MAX_NAME = 200;

const choiceSchema = v.fallback(v.picklist(["", "profile", "new"]), "");

/** The answers about Spotify; drafts and links from before some of them existed lack these. */
export const spotifyEntries = {
  /** Empty until the artist chooses. */
  spotifyChoice: choiceSchema,
  spotifyProfile: singleLine,
  /**
   * Posted as the id of the artist whose profile was verified, so that it says nothing about a link
   * that was changed since; kept as a truth. The browser claims it: it is shown, never relied upon.
   */
  spotifyVerified: v.fallback(v.union([v.boolean(), v.string()]), false),
  /** The name Spotify has for a verified profile; a claim of the browser like that. */
  spotifyArtistName: singleLine,
};

const spotifyAnswersSchema = v.object(spotifyEntries);
type SpotifyAnswers = v.InferOutput<typeof spotifyAnswersSchema>;

/**
 * Makes the answers about Spotify agree with each other: a new artist has no profile, a link is
 * kept in its normal form, and only the link that was verified counts as verified.
 */
export function normalizeSpotify<T extends SpotifyAnswers>(
  answers: T,
): Omit<T, "spotifyVerified"> & { spotifyVerified: boolean } {
  const { spotifyChoice, spotifyProfile, spotifyVerified, spotifyArtistName } = answers;
  if (spotifyChoice === "new")
    return { ...answers, spotifyProfile: "", spotifyVerified: false, spotifyArtistName: "" };
  const id = spotifyArtistId(spotifyProfile);
  const isVerified = id !== undefined && (spotifyVerified === true || spotifyVerified === id);
  return {
    ...answers,
    // Links came without the choice once, and come without it where a page is filled in for them.
    spotifyChoice: spotifyProfile === "" ? spotifyChoice : "profile",
    spotifyProfile: id ? spotifyPage({ type: "artist", id }) : spotifyProfile,
    spotifyVerified: isVerified,
    spotifyArtistName: isVerified ? spotifyArtistName.slice(0, MAX_NAME) : "",
  };
}

/** The values as typed, without the link of an artist who is new after all. */
export function withoutSpotifyLink(values: FormValues): FormValues {
  if (values.spotifyChoice !== "new") return values;
  return { ...values, spotifyProfile: "", spotifyVerified: "", spotifyArtistName: "" };
}

/** What the page shows of the answers about Spotify. */
export interface SpotifyView {
  choice: SpotifyChoice | "";
  mode: SpotifyMode;
  /** As typed. */
  link: string;
  check: ProfileCheck;
}

const viewSchema = v.object({
  ...spotifyEntries,
  spotifyMode: v.fallback(v.picklist(["", "search", "url"]), ""),
});

/** The page's view of values as typed or saved. A link that is wrong is always in sight. */
export function spotifyView(
  values: object,
  errors: { spotifyProfile?: unknown } = {},
): SpotifyView {
  const { spotifyProfile: link, spotifyMode, ...rest } = v.parse(viewSchema, values);
  const answers = normalizeSpotify({ ...rest, spotifyProfile: link });
  const { spotifyVerified: isVerified, spotifyArtistName: name } = answers;
  const id = spotifyArtistId(link);
  const hasError = errors.spotifyProfile !== undefined;
  return {
    choice: hasError ? "profile" : answers.spotifyChoice,
    mode: hasError ? "url" : spotifyMode || (link && !isVerified ? "url" : "search"),
    link: answers.spotifyChoice === "new" ? "" : link,
    check:
      isVerified && id
        ? { state: "verified", id, name: name || "your profile", image: null }
        : { state: "unverified" },
  };
}

/** What was put into the artist name, and what stood there before. */
export interface FilledName {
  name: string;
  before: string;
}

/** What the server's own lookup has to tell, where the page had no script to ask. */
export interface SpotifyAnswer {
  search?: ArtistSearch;
  check?: ProfileCheck;
  filled?: FilledName;
}

/** The reply of the artist step. */
export interface ArtistReply extends FormReply {
  spotify?: SpotifyAnswer;
}
