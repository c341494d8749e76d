import { languageName } from "~/reference/languages";
import type { ToldDetails, ToldFacts } from "~/submission/record/told-details";
import type { TrackTitles } from "../release-tracks";
import type { Details, TrackDetails } from "./details";
import { readIsrc, readUpc, shownIsrc, shownUpc } from "./release-codes";
import { readCountries } from "./territory";

const ASSIGN = "Please assign one";

export const EXPLICIT = {
  no: "No explicit words",
  yes: "Explicit",
  clean: "Clean version of an explicit track",
} as const;

export const AI_USE = {
  none: "None of it",
  some: "Some of it",
  most: "Most or all of it",
} as const;

function codeText(
  text: string,
  assign: boolean,
  read: typeof readIsrc,
  show: (code: string) => string,
): string {
  if (!text) return assign ? ASSIGN : "";
  const result = read(text);
  return "code" in result ? show(result.code) : text;
}

const labelOf = (labels: Readonly<Record<string, string>>, value: string) => labels[value] ?? "";

function ofTrack(track: TrackDetails, release: Details): ToldFacts {
  const { isrc, assignIsrc, explicit, version, language, lyrics, credits, creditsNote } = track;
  return [
    ["ISRC", codeText(isrc, assignIsrc, readIsrc, shownIsrc)],
    ["Explicit", labelOf(EXPLICIT, explicit)],
    ["Version", version],
    ["Language", languageName(language || release.language) ?? ""],
    ["Credits", credits === "change" ? `To change: ${creditsNote}` : "Right as submitted"],
    ["Lyrics", lyrics],
  ];
}

function ofRelease(details: Details, hasTracks: boolean): ToldFacts {
  const { upc, assignUpc, labelName, language, cYear, cName, pYear, pName } = details;
  const { territory, countries, ai, aiNote } = details;
  const note = ai === "none" ? "" : aiNote;
  return [
    ...(hasTracks ? [["UPC", codeText(upc, assignUpc, readUpc, shownUpc)] as const] : []),
    ["Label", labelName],
    ["Language of the release", languageName(language) ?? ""],
    ["©", `${cYear} ${cName}`.trim()],
    ["℗", `${pYear} ${pName}`.trim()],
    ["Territory", territory === "list" ? readCountries(countries).names.join(", ") : "Worldwide"],
    ["Made by AI", [labelOf(AI_USE, ai), note].filter(Boolean).join(": ")],
  ];
}

/**
 * What was told, in words.
 * @param details as they were sent; undefined while none were.
 * @param shares of each track, who has which share, and what they say of it.
 */
export function toldDetails(
  details: Details | undefined,
  form: TrackTitles,
  { sentAt, shares }: { sentAt: string | null; shares: readonly string[] },
): ToldDetails {
  return {
    sentAt,
    release: details ? ofRelease(details, form.tracks.length > 0) : [],
    tracks: form.tracks.map((_, index) => {
      const track = details?.tracks[index];
      const facts = details && track ? ofTrack(track, details) : [];
      return [...facts, ["Shares", shares[index] ?? ""]];
    }),
  };
}
