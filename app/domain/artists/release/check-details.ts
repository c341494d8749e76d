import { tooLong } from "~/forms/fields";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import type { ReadCode } from "~/platform/formats/compact-code";
import { readGtin } from "~/platform/formats/gtin";
import { readIsrc } from "~/platform/formats/isrc";
import { findUnknownCode } from "~/reference/language-names";
import { INSTRUMENTAL, languageName } from "~/reference/languages";
import type { TrackTitles } from "../release-tracks";
import { hasAiPart } from "./ai-disclosure";
import { type Details, MAX_LENGTHS, type TrackDetails } from "./details";
import { readCountries } from "./territory";

/** The first error of a field; falsy without one. */
type FieldFault = FieldError | undefined | false | "";

const contradictionText = (label: string) =>
  `You typed ${label} and asked us to assign one. Clear the field or take the tick away.`;

/** A code that the artist may ask us to assign. */
function checkCode(
  text: string,
  assign: boolean,
  read: (text: string) => ReadCode,
  label: string,
): FieldFault {
  if (!text) return assign ? undefined : missingError(`Type ${label}, or ask us to assign one`);
  if (assign) return invalidError(contradictionText(label));
  const result = read(text);
  return "error" in result && invalidError(result.error);
}

const EARLIEST_YEAR = 1900;

function checkYear(year: string, symbol: string, today: Date): FieldFault {
  if (!year) return missingError(`Type the ${symbol} year`);
  const latest = today.getUTCFullYear() + 2;
  const isYear = /^\d{4}$/.test(year) && Number(year) >= EARLIEST_YEAR && Number(year) <= latest;
  return (
    !isYear &&
    invalidError(`The ${symbol} year has four digits, from ${EARLIEST_YEAR} to ${latest}`)
  );
}

const checkOtherLanguages = (languages: string) =>
  tooLong("The other languages", languages, MAX_LENGTHS.languages);

/** Errors of language codes without a known name. Apart, since browsers do not load the names. */
export function unknownLanguageErrors(details: Details): FieldErrors {
  const { tracks, otherLanguages } = details;
  const typed = new Map([["otherLanguages", otherLanguages]]);
  for (const [index, track] of tracks.entries())
    typed.set(`tracks[${index}].otherLanguages`, track.otherLanguages);
  return Object.fromEntries(
    [...typed].flatMap(([field, languages]) => {
      const code = findUnknownCode(languages);
      const text = `We don't know the language code “${code}”. Write its name instead.`;
      return code ? [[field, invalidError(text)]] : [];
    }),
  );
}

function checkTerritory({ territory, countries }: Details): Record<string, FieldFault> {
  if (territory === "") return { territory: missingError("Say where the release may come out") };
  if (territory === "worldwide") return {};
  const { names, unknown, isWorldwide } = readCountries(countries);
  const [firstUnknown] = unknown;
  return {
    countries:
      tooLong("The list of countries", countries, MAX_LENGTHS.countries) ||
      (isWorldwide &&
        territory === "list" &&
        invalidError(
          "This list is of single countries. For the whole world, choose one of the answers above.",
        )) ||
      (firstUnknown !== undefined &&
        invalidError(
          `We don't know the country "${firstUnknown.slice(0, 60)}". Write its English name or its two-letter code.`,
        )) ||
      (names.length === 0 &&
        missingError(
          territory === "except"
            ? "Name the countries where the release may not come out"
            : "Name the countries where the release may come out",
        )),
  };
}

function checkAi(details: Details): Record<string, FieldFault> {
  const { ai, aiNote } = details;
  if (ai === "") return { ai: missingError("Say whether AI made any of it") };
  if (ai === "no") return {};
  const lengthError = tooLong("What AI made", aiNote, MAX_LENGTHS.note);
  return {
    "aiParts.vocals": !hasAiPart(details) && missingError("Say which parts AI made"),
    aiNote: lengthError || (!aiNote && missingError("Say what AI made, and with which tool")),
  };
}

const checkProof = (proof: string) => tooLong("The link or note", proof, MAX_LENGTHS.proof);

function checkTrack(track: TrackDetails, release: Details): Record<string, FieldFault> {
  const { isrc, assignIsrc, explicit, version, language, lyrics, credits, creditsNote } = track;
  const lyricsLanguage = language || release.language;
  return {
    isrc: checkCode(isrc, assignIsrc, readIsrc, "its ISRC"),
    explicit: explicit === "" && missingError("Say whether it has explicit words"),
    version: tooLong("The version", version, MAX_LENGTHS.version),
    language:
      language !== "" &&
      languageName(language) === undefined &&
      invalidError("Choose its language"),
    otherLanguages: checkOtherLanguages(track.otherLanguages),
    lyrics:
      tooLong("The lyrics", lyrics, MAX_LENGTHS.lyrics) ||
      (lyrics !== "" &&
        lyricsLanguage === INSTRUMENTAL &&
        invalidError(
          "You typed lyrics, but its language says that it has no words. Correct one of the two.",
        )),
    credits: credits === "" && missingError("Check who is credited"),
    creditsNote:
      credits === "change" &&
      (tooLong("What to change", creditsNote, MAX_LENGTHS.note) ||
        (!creditsNote && missingError("Say what to change in the credits"))),
    coverProof: checkProof(track.coverProof),
    coverWriters: tooLong("The original songwriters", track.coverWriters, MAX_LENGTHS.proof),
    coverPublisher: tooLong("The publisher", track.coverPublisher, MAX_LENGTHS.name),
    samplesProof: checkProof(track.samplesProof),
  };
}

/** Of equal codes, all but the first are errors. */
function findDuplicateCodes(details: Details): Record<string, FieldFault> {
  const counts = new Map<string, number>();
  const errors: Record<string, FieldFault> = {};
  details.tracks.forEach(({ isrc }, index) => {
    const result = isrc ? readIsrc(isrc) : undefined;
    if (!result || "error" in result) return;
    const firstIndex = counts.get(result.code);
    if (firstIndex === undefined) counts.set(result.code, index);
    else
      errors[`tracks[${index}].isrc`] = invalidError(
        `Track ${firstIndex + 1} has this ISRC already. Every recording needs its own.`,
      );
  });
  return errors;
}

/**
 * Errors that keep the details from being submitted, in page order. Codes used by other releases
 * are checked in the database.
 */
export function checkDetails(details: Details, form: TrackTitles, today: Date): FieldErrors {
  const { upc, assignUpc, labelName, cName, pName } = details;
  const isMultiTrack = form.tracks.length > 1;
  const checks: Record<string, FieldFault> = {
    upc: form.tracks.length > 0 && checkCode(upc, assignUpc, readGtin, "the UPC"),
    labelName:
      tooLong("The label name", labelName, MAX_LENGTHS.name) ||
      (!labelName && missingError("Type the label name")),
    language:
      details.otherLanguages === "" &&
      languageName(details.language) === undefined &&
      missingError("Choose the language of the release"),
    otherLanguages: checkOtherLanguages(details.otherLanguages),
    cYear: checkYear(details.cYear, "©", today),
    cName:
      tooLong("The © name", cName, MAX_LENGTHS.name) ||
      (!cName && missingError("Type who holds the ©")),
    pYear: checkYear(details.pYear, "℗", today),
    pName:
      tooLong("The ℗ name", pName, MAX_LENGTHS.name) ||
      (!pName && missingError("Type who holds the ℗")),
    ...checkTerritory(details),
    ...checkAi(details),
    workForHireProof: checkProof(details.workForHireProof),
  };
  const duplicates = findDuplicateCodes(details);
  details.tracks.forEach((track, index) => {
    for (const [name, trackError] of Object.entries(checkTrack(track, details))) {
      const field = `tracks[${index}].${name}`;
      checks[field] = trackError || duplicates[field];
    }
  });
  const errors: FieldErrors = {};
  for (const [name, error] of Object.entries(checks)) {
    if (!error) continue;
    const index = Number(/^tracks\[(\d+)\]/.exec(name)?.[1] ?? Number.NaN);
    const prefix = isMultiTrack && form.tracks[index] ? `Track ${index + 1}: ` : "";
    errors[name] = { ...error, text: prefix + error.text };
  }
  return errors;
}

export interface ReleaseCode {
  kind: "isrc" | "upc";
  code: string;
  /** Title of the recording, to recognize it on another release of the artist; empty for a UPC. */
  title: string;
  field: string;
}

/** Equal for two tracks that are called the same, and so may be one recording. */
export const toTitleKey = (title: string, version: string) =>
  `${title} ${version}`.toLowerCase().replace(/\s+/g, " ").trim();

export function codesOf(details: Details, form: TrackTitles): ReleaseCode[] {
  const upc = details.upc ? readGtin(details.upc) : undefined;
  const isrcs = details.tracks.flatMap(({ isrc, version }, index): ReleaseCode[] => {
    const result = isrc ? readIsrc(isrc) : undefined;
    if (!result || "error" in result) return [];
    const title = toTitleKey(form.tracks[index]?.title ?? "", version);
    return [{ kind: "isrc", code: result.code, title, field: `tracks[${index}].isrc` }];
  });
  const upcs: ReleaseCode[] =
    upc && "code" in upc ? [{ kind: "upc", code: upc.code, title: "", field: "upc" }] : [];
  return [...upcs, ...isrcs];
}

export function codeInUseErrors(usedCodes: readonly ReleaseCode[]): FieldErrors {
  return Object.fromEntries(
    usedCodes.map(({ kind, field }) => [
      field,
      invalidError(
        kind === "upc"
          ? "Another release has this UPC. Every release needs its own."
          : "Another recording has this ISRC. Every recording needs its own.",
      ),
    ]),
  );
}
