import * as v from "valibot";
import {
  type ArtistSearch,
  isSearchable,
  type LookupProblem,
  MAX_ARTISTS_DISPLAYED,
  MAX_ARTISTS_FETCHED,
  type ProfileCheck,
} from "~/domain/catalogue/artist-lookup";
import { checkArtistLink } from "~/domain/catalogue/check-link";
import { spotifyArtistId, spotifyPage } from "~/domain/catalogue/spotify-link";
import type { SpotifyIntent } from "~/domain/submission/steps/spotify-intent";
import type { SpotifyAnswer } from "~/domain/submission/steps/spotify-profile";
import { linkLine } from "~/forms/fields";
import { handleLink } from "~/forms/profile-handle";
import type { FormValues } from "~/forms/read-form";
import { errorReason, type Log } from "~/observability/log";
import { findArtists, verifyArtist } from "./lookups.server";
import { clientOf, type SpotifyConnection } from "./spotify-connection.server";
import { SpotifyError, type SpotifyFailure } from "./spotify-error.server";

/** `canLookUp` counts against the visitor's limit. */
interface LookupDeps {
  spotify: SpotifyConnection;
  log: Log;
  canLookUp: () => Promise<boolean>;
}

interface LookupResult {
  values: FormValues;
  answer: SpotifyAnswer;
}

const problems: Record<SpotifyFailure, LookupProblem> = {
  "not-found": "not-found",
  "rate-limited": "too-many",
  refused: "unavailable",
  unavailable: "unavailable",
  off: "unavailable",
};

/** Runs a lookup within the visitor's limit; Spotify's failures become answers. */
async function limitLookup<T>(
  { canLookUp, log }: LookupDeps,
  request: () => Promise<T>,
): Promise<T | { state: "failed"; problem: LookupProblem }> {
  if (!(await canLookUp())) return { state: "failed", problem: "too-many" };
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error;
    if (error.failure !== "not-found")
      log("warn", "request.failed", { reason: errorReason(error) });
    return { state: "failed", problem: problems[error.failure] };
  }
}

async function search(deps: LookupDeps, text: string): Promise<ArtistSearch> {
  const query = text.trim();
  if (!isSearchable(query)) return { state: "short", query };
  return limitLookup<ArtistSearch>(deps, async () => {
    const artists = await findArtists(clientOf(deps.spotify), query, MAX_ARTISTS_FETCHED);
    return { state: "found", query, artists: artists.slice(0, MAX_ARTISTS_DISPLAYED) };
  });
}

function verify(deps: LookupDeps, id: string): Promise<ProfileCheck> {
  return limitLookup<ProfileCheck>(deps, async () => {
    const { artistName, artistImage } = await verifyArtist(clientOf(deps.spotify), id);
    return { state: "verified", id, name: artistName, image: artistImage };
  });
}

const fieldText = (values: FormValues, name: string) => v.parse(linkLine, values[name]);

/** Writes the result of a check into the form's values; an id in `spotifyVerified` means verified. */
function applyCheck(values: FormValues, check: ProfileCheck): FormValues {
  const profile = check.state === "verified" ? check : undefined;
  return {
    ...values,
    spotifyVerified: profile?.id ?? "",
    spotifyArtistName: profile?.name ?? "",
  };
}

async function chooseProfile(
  deps: LookupDeps,
  values: FormValues,
  id: string,
): Promise<LookupResult> {
  const check = await verify(deps, id);
  const profileValues = {
    ...applyCheck(values, check),
    spotifyChoice: "profile",
    spotifyProfile: spotifyPage({ type: "artist", id }),
  };
  if (check.state !== "verified") return { values: profileValues, answer: { check } };
  const nameChange = { name: check.name, before: fieldText(values, "artistName") };
  return {
    values: { ...profileValues, artistName: check.name },
    answer: { check, filled: nameChange },
  };
}

/**
 * Handles a button of the Spotify section for a page without script. Spotify's failures are part of the
 * answer, and typed values are kept.
 */
export async function lookUpProfile(
  intent: SpotifyIntent,
  values: FormValues,
  deps: LookupDeps,
): Promise<LookupResult> {
  switch (intent.kind) {
    case "search":
      return { values, answer: { search: await search(deps, fieldText(values, "spotifyQuery")) } };
    case "choose":
      return chooseProfile(deps, values, intent.artistId);
    case "verify": {
      const link = fieldText(values, "spotifyProfile");
      const id = spotifyArtistId(link);
      const check: ProfileCheck = id
        ? await verify(deps, id)
        : { state: "unverified", error: checkArtistLink(link) };
      return { values: applyCheck(values, check), answer: { check } };
    }
    case "disconnect": {
      const check: ProfileCheck = { state: "unverified" };
      return { values: { ...applyCheck(values, check), spotifyProfile: "" }, answer: { check } };
    }
    case "link": {
      const link = handleLink(intent.field, fieldText(values, intent.field));
      return { values: link ? { ...values, [intent.field]: link } : values, answer: {} };
    }
    case "restore-name":
      return { values: { ...values, artistName: intent.artistName }, answer: {} };
  }
}
