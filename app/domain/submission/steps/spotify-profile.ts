import * as v from "valibot";
import type { ArtistSearch, ProfileCheck } from "~/domain/catalogue/artist-lookup";
import { spotifyArtistId, spotifyPage } from "~/domain/catalogue/spotify-link";
import { MAX_LINE, MAX_LINK, singleLine, singleLineUpTo } from "~/forms/fields";
import type { SummarizedReply } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";

/** The choice about Spotify (specification, section 4). */
export const spotifyChoices = [
  { value: "profile", label: "I have a Spotify profile" },
  { value: "new", label: "I'm a new artist" },
] as const;
type SpotifyChoice = (typeof spotifyChoices)[number]["value"];

export const spotifyModes = [
  { value: "search", label: "Search" },
  { value: "url", label: "Enter URL" },
] as const;
type SpotifyMode = (typeof spotifyModes)[number]["value"];

const choiceSchema = v.fallback(v.picklist(["", "profile", "new"]), "");

/** The answers about Spotify; older drafts and links lack some of them. */
export const spotifyEntries = {
  spotifyChoice: choiceSchema,
  spotifyProfile: singleLineUpTo(MAX_LINK),
  /**
   * Posted as the id of the verified artist, so that it does not hold for a link that was changed
   * since; stored as a boolean. It comes from the browser: shown, never relied upon.
   */
  spotifyVerified: v.fallback(v.union([v.boolean(), v.string()]), false),
  /** Spotify's name of a verified profile; from the browser as well. */
  spotifyArtistName: singleLine,
};

const spotifyAnswersSchema = v.object(spotifyEntries);
type SpotifyAnswers = v.InferOutput<typeof spotifyAnswersSchema>;

/**
 * Makes the answers consistent: a new artist has no profile, a link has its normal form, and only
 * the verified link counts as verified.
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
    // Links of older drafts and prefilled pages come without the choice.
    spotifyChoice: spotifyProfile === "" ? spotifyChoice : "profile",
    spotifyProfile: id ? spotifyPage({ type: "artist", id }) : spotifyProfile,
    spotifyVerified: isVerified,
    spotifyArtistName: isVerified ? spotifyArtistName.slice(0, MAX_LINE) : "",
  };
}

/** The values as typed, without the link of a new artist. */
export function withoutSpotifyLink(values: FormValues): FormValues {
  if (values.spotifyChoice !== "new") return values;
  return { ...values, spotifyProfile: "", spotifyVerified: "", spotifyArtistName: "" };
}

export interface SpotifyView {
  choice: SpotifyChoice | "";
  mode: SpotifyMode;
  link: string;
  check: ProfileCheck;
}

const viewSchema = v.object({
  ...spotifyEntries,
  spotifyMode: v.fallback(v.picklist(["", "search", "url"]), ""),
});

/** The view of typed or saved values. A wrong link is always visible. */
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

/** What was filled into the artist name, and what it replaced. */
export interface FilledName {
  name: string;
  before: string;
}

/** The server's lookup, for a page without script. */
export interface SpotifyAnswer {
  search?: ArtistSearch;
  check?: ProfileCheck;
  filled?: FilledName;
}

export interface ArtistReply extends SummarizedReply {
  spotify?: SpotifyAnswer;
}
