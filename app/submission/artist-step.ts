import * as v from "valibot";
import { SPOTIFY_ARTIST_URL_TEXT, spotifyArtistId } from "~/catalogue/spotify-link";
import { line, tooLong } from "~/forms/fields";
import type { FieldErrors } from "~/forms/reply";

/** The answers of step 0, as typed. Anything that is not a text counts as empty. */
export const artistAnswersSchema = v.object({
  artistName: line,
  firstName: line,
  surname: line,
  email: line,
  phone: line,
  country: line,
  city: line,
  instagramProfile: line,
  tiktokProfile: line,
  spotifyProfile: line,
});
export type ArtistAnswers = v.InferOutput<typeof artistAnswersSchema>;

const labels: Record<keyof ArtistAnswers, string> = {
  artistName: "Artist name",
  firstName: "First name",
  surname: "Surname",
  email: "Email",
  phone: "Phone number",
  country: "Country",
  city: "City",
  instagramProfile: "Instagram link",
  tiktokProfile: "TikTok link",
  spotifyProfile: "Spotify link",
};

const required = ["artistName", "firstName", "surname", "email", "country", "city"] as const;
const MAX_LINE = 200;
const MAX_LINK = 500;

function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * The rules of step 0 with the texts of the specification (portal document, section 5).
 * @returns one sentence per field that cannot pass, in the order of the page.
 */
export function checkArtistStep(answers: ArtistAnswers): FieldErrors {
  const found: [keyof ArtistAnswers, string | undefined][] = [
    ...required.map((name): [keyof ArtistAnswers, string | undefined] => [
      name,
      answers[name] ? undefined : `${labels[name]} is required`,
    ]),
    ["email", looksLikeEmail(answers.email) ? undefined : "Please enter a valid email address"],
    ["instagramProfile", missingHost(answers.instagramProfile, "instagram.com")],
    ["tiktokProfile", missingHost(answers.tiktokProfile, "tiktok.com")],
    [
      "spotifyProfile",
      !answers.spotifyProfile || spotifyArtistId(answers.spotifyProfile)
        ? undefined
        : SPOTIFY_ARTIST_URL_TEXT,
    ],
    ...(Object.keys(labels) as (keyof ArtistAnswers)[]).map(
      (name): [keyof ArtistAnswers, string | undefined] => [
        name,
        tooLong(labels[name], answers[name], name.endsWith("Profile") ? MAX_LINK : MAX_LINE),
      ],
    ),
  ];
  const errors: FieldErrors = {};
  for (const [name, text] of found) if (text && !errors[name]) errors[name] = text;
  return errors;
}

function missingHost(link: string, host: string): string | undefined {
  if (!link || link.toLowerCase().includes(`${host}/`)) return undefined;
  return `Please include ${host}/ in the URL`;
}

/** The sentences of the red banner for step 0 (wizard document, section 5). */
export function summarizeArtistStep(answers: ArtistAnswers, errors: FieldErrors): string[] {
  const sentences: string[] = [];
  if (!answers.artistName || !answers.country || !answers.city)
    sentences.push("Please fill in all required fields: Artist Name, Country, and City");
  if (errors.email) sentences.push("Please provide a valid email address");
  return sentences;
}
