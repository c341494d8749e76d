import { tooLong } from "~/forms/fields";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { INSTRUMENTAL, languageName } from "~/reference/languages";
import type { TrackTitles } from "../release-tracks";
import { type Details, MAX_LENGTHS, type TrackDetails } from "./details";
import { type ReadCode, readIsrc, readUpc } from "./release-codes";
import { readCountries } from "./territory";

/** A field's first fault, or none. */
type FieldFault = FieldError | undefined | false | "";

const BOTH = (what: string) =>
  `You typed ${what} and asked us to assign one. Clear the field or take the tick away.`;

/** A code that may be left to us. */
function checkCode(
  text: string,
  assign: boolean,
  read: (text: string) => ReadCode,
  what: string,
): FieldFault {
  if (!text) return assign ? undefined : missingError(`Type ${what}, or ask us to assign one`);
  if (assign) return invalidError(BOTH(what));
  const result = read(text);
  return "wrong" in result && invalidError(result.wrong);
}

const EARLIEST_YEAR = 1900;

function checkYear(year: string, which: string, today: Date): FieldFault {
  if (!year) return missingError(`Type the ${which} year`);
  const latest = today.getUTCFullYear() + 2;
  const isYear = /^\d{4}$/.test(year) && Number(year) >= EARLIEST_YEAR && Number(year) <= latest;
  return (
    !isYear && invalidError(`The ${which} year has four digits, from ${EARLIEST_YEAR} to ${latest}`)
  );
}

function checkLanguage(code: string, of: string): FieldFault {
  return languageName(code) === undefined && missingError(`Choose the language of ${of}`);
}

function checkTerritory({ territory, countries }: Details): Record<string, FieldFault> {
  if (territory === "") return { territory: missingError("Say where the release may come out") };
  if (territory === "worldwide") return {};
  const { names, unknown } = readCountries(countries);
  const [first] = unknown;
  return {
    countries:
      tooLong("The list of countries", countries, MAX_LENGTHS.countries) ||
      (first !== undefined &&
        invalidError(
          `We don't know the country "${first.slice(0, 60)}". Write one country a line, in English.`,
        )) ||
      (names.length === 0 && missingError("Name the countries where the release may come out")),
  };
}

function checkAi({ ai, aiNote }: Details): Record<string, FieldFault> {
  if (ai === "") return { ai: missingError("Say whether AI made any of it") };
  if (ai === "none") return {};
  const long = tooLong("What AI made", aiNote, MAX_LENGTHS.note);
  return { aiNote: long || (!aiNote && missingError("Say what AI made, and with which tool")) };
}

function checkTrack(track: TrackDetails, release: Details): Record<string, FieldFault> {
  const { isrc, assignIsrc, explicit, version, language, lyrics, credits, creditsNote } = track;
  const sung = language || release.language;
  return {
    isrc: checkCode(isrc, assignIsrc, readIsrc, "its ISRC"),
    explicit: explicit === "" && missingError("Say whether it has explicit words"),
    version: tooLong("The version", version, MAX_LENGTHS.version),
    language:
      language !== "" &&
      languageName(language) === undefined &&
      invalidError("Choose its language"),
    lyrics:
      tooLong("The lyrics", lyrics, MAX_LENGTHS.lyrics) ||
      (lyrics !== "" &&
        sung === INSTRUMENTAL &&
        invalidError("It has lyrics here, and no words by its language. One of the two is wrong.")),
    credits: credits === "" && missingError("Check who is credited"),
    creditsNote:
      credits === "change" &&
      (tooLong("What to change", creditsNote, MAX_LENGTHS.note) ||
        (!creditsNote && missingError("Say what to change in the credits"))),
  };
}

/** The first of each code that comes twice is right, and every later one wrong. */
function codesTwice(details: Details): Record<string, FieldFault> {
  const counts = new Map<string, number>();
  const errors: Record<string, FieldFault> = {};
  details.tracks.forEach(({ isrc }, index) => {
    const result = isrc ? readIsrc(isrc) : undefined;
    if (!result || "wrong" in result) return;
    const first = counts.get(result.code);
    if (first === undefined) counts.set(result.code, index);
    else
      errors[`tracks[${index}].isrc`] = invalidError(
        `Track ${first + 1} has this ISRC already. Every recording has one of its own.`,
      );
  });
  return errors;
}

/**
 * What is missing or wrong before the details can be sent, in the order of the page. What only the
 * database knows, that a code is another release's, comes beside it.
 */
export function checkDetails(details: Details, form: TrackTitles, today: Date): FieldErrors {
  const { upc, assignUpc, labelName, cName, pName } = details;
  const several = form.tracks.length > 1;
  const all: Record<string, FieldFault> = {
    upc: form.tracks.length > 0 && checkCode(upc, assignUpc, readUpc, "the UPC"),
    labelName:
      tooLong("The label name", labelName, MAX_LENGTHS.name) ||
      (!labelName && missingError("Type the label name")),
    language: checkLanguage(details.language, "the release"),
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
  };
  const twice = codesTwice(details);
  details.tracks.forEach((track, index) => {
    for (const [name, trackError] of Object.entries(checkTrack(track, details))) {
      const field = `tracks[${index}].${name}`;
      all[field] = trackError || twice[field];
    }
  });
  const errors: FieldErrors = {};
  for (const [name, error] of Object.entries(all)) {
    if (!error) continue;
    const index = Number(/^tracks\[(\d+)\]/.exec(name)?.[1] ?? Number.NaN);
    const of = several && form.tracks[index] ? `Track ${index + 1}: ` : "";
    errors[name] = { ...error, text: of + error.text };
  }
  return errors;
}

/** A code of a release, as other releases are asked for it. */
export interface ReleaseCode {
  kind: "isrc" | "upc";
  code: string;
  /** Of the recording, to know it again on another release of the same artist; empty for a UPC. */
  title: string;
  /** The name of its field. */
  field: string;
}

const sameTitle = (title: string, version: string) =>
  `${title} ${version}`.toLowerCase().replace(/\s+/g, " ").trim();

/** The codes in answers that have passed. */
export function codesOf(details: Details, form: TrackTitles): ReleaseCode[] {
  const upc = details.upc ? readUpc(details.upc) : undefined;
  const isrcs = details.tracks.flatMap(({ isrc, version }, index): ReleaseCode[] => {
    const result = isrc ? readIsrc(isrc) : undefined;
    if (!result || "wrong" in result) return [];
    const title = sameTitle(form.tracks[index]?.title ?? "", version);
    return [{ kind: "isrc", code: result.code, title, field: `tracks[${index}].isrc` }];
  });
  const own: ReleaseCode[] =
    upc && "code" in upc ? [{ kind: "upc", code: upc.code, title: "", field: "upc" }] : [];
  return [...own, ...isrcs];
}

/** What is said of codes that are another release's. */
export function codeInUseErrors(usedCodes: readonly ReleaseCode[]): FieldErrors {
  return Object.fromEntries(
    usedCodes.map(({ kind, field }) => [
      field,
      invalidError(
        kind === "upc"
          ? "This UPC is another release's. Every release has one of its own."
          : "This ISRC is another recording's. Every recording has one of its own.",
      ),
    ]),
  );
}
