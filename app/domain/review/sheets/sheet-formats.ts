import type { Contributor } from "~/domain/submission/record/contributors";
import { isCalendarDate } from "~/platform/formats/dates";
import { formatIsrc } from "~/platform/formats/isrc";
import { formatIswc } from "~/platform/formats/iswc";
import { playingTime } from "~/platform/formats/playing-time";
import { languageName } from "~/reference/languages";

interface Format<T> {
  /** What templates store. */
  id: string;
  /** What staff choose by: mostly an example. */
  label: string;
  write: (value: T) => string | number;
  /** Examples in this format; `g` and `y` are of no use here. */
  example?: RegExp;
}

/** The formats of one kind of value, the usual one first. */
export type Kind<T> = readonly [Format<T>, ...Format<T>[]];

export const format = <T>(
  id: string,
  label: string,
  write: Format<T>["write"],
  example?: RegExp,
): Format<T> => ({ id, label, write, ...(example && { example }) });

const pad = (value: number, digits = 2) => String(value).padStart(digits, "0");

export const text: Kind<string> = [format("text", "Text", (value) => value)];

export const number: Kind<number> = [
  format("1", "1", (value) => value, /^[1-9]\d?$/),
  format("01", "01", (value) => pad(value), /^0\d$/),
];

function dateFormat(pattern: string, example: RegExp): Format<string> {
  const write = (date: string) => {
    if (!isCalendarDate(date)) return "";
    const [year = "", month = "", day = ""] = date.split("-");
    return pattern.replace("YYYY", year).replace("MM", month).replace("DD", day);
  };
  return { id: pattern, label: pattern, write, example };
}

export const date: Kind<string> = [
  dateFormat("YYYY-MM-DD", /^\d{4}-\d{2}-\d{2}$/),
  // A day above 12 tells which of the two it is.
  dateFormat("DD/MM/YYYY", /^(?:1[3-9]|2\d|3[01])\/\d{2}\/\d{4}$/),
  dateFormat("MM/DD/YYYY", /^\d{2}\/\d{2}\/\d{4}$/),
  dateFormat("DD.MM.YYYY", /^\d{2}\.\d{2}\.\d{4}$/),
  dateFormat("DD-MM-YYYY", /^\d{2}-\d{2}-\d{4}$/),
  dateFormat("YYYY/MM/DD", /^\d{4}\/\d{2}\/\d{2}$/),
  dateFormat("YYYYMMDD", /^(?:19|20)\d{6}$/),
];

const clock = (seconds: number) =>
  [3_600, 60, 1].map((unit, index) => {
    const amount = Math.floor(seconds / unit);
    return pad(index === 0 ? amount : amount % 60);
  });

/** Seconds. */
export const duration: Kind<number> = [
  format("m:ss", "3:05", playingTime, /^\d:\d{2}$/),
  format(
    "mm:ss",
    "03:05",
    (seconds) => `${pad(Math.floor(seconds / 60))}:${pad(Math.floor(seconds) % 60)}`,
    /^\d{2,3}:\d{2}$/,
  ),
  format("hh:mm:ss", "00:03:05", (seconds) => clock(seconds).join(":"), /^\d{2}:\d{2}:\d{2}$/),
  format("seconds", "185", (seconds) => Math.floor(seconds), /^\d{2,4}$/),
  format(
    "iso",
    "PT3M5S",
    (seconds) => {
      const [hours = 0, minutes = 0, rest = 0] = clock(seconds).map(Number);
      return `PT${hours > 0 ? `${hours}H` : ""}${minutes}M${rest}S`;
    },
    /^PT(?:\d+H)?\d+M\d+S$/,
  ),
];

/** @param id what a form can post: blanks at its end would be lost. */
const separated = (id: string, separator: string): Format<readonly string[]> => ({
  id,
  label: separator === "\n" ? "A and B on lines of their own" : `A${separator}B`,
  write: (values) => values.join(separator),
  example: new RegExp(
    `^[^;|,/&\\n]+(?:${separator.replaceAll("|", "\\|")}[^;|,/&\\n ][^;|,/&\\n]*)+$`,
  ),
});

export const list: Kind<readonly string[]> = [
  separated("semicolon-blank", "; "),
  separated("semicolon", ";"),
  separated("comma-blank", ", "),
  separated("comma", ","),
  separated("bar", "|"),
  separated("blank-bar", " | "),
  separated("blank-slash", " / "),
  separated("slash", "/"),
  separated("and", " & "),
  separated("line", "\n"),
];

export const credits: Kind<readonly Contributor[]> = [
  format(
    "name-roles",
    "Ada (Vocals, Cello); Bo (Drums)",
    (people) => people.map(({ name, roles }) => `${name} (${roles.join(", ")})`).join("; "),
    /^[^();]+\([^()]+\)(?:;|$)/,
  ),
  format(
    "role-name",
    "Vocals: Ada; Cello: Ada; Drums: Bo",
    (people) =>
      people.flatMap(({ name, roles }) => roles.map((role) => `${role}: ${name}`)).join("; "),
    /^[^:;]+:[^:;]+(?:;|$)/,
  ),
  format(
    "name-dash-role",
    "Ada - Vocals | Ada - Cello | Bo - Drums",
    (people) =>
      people.flatMap(({ name, roles }) => roles.map((role) => `${name} - ${role}`)).join(" | "),
    /^[^|]+ - [^|]+(?:\||$)/,
  ),
];

export const spotify: Kind<string> = [
  format("id", "The id alone", (id) => id, /^[A-Za-z0-9]{22}$/),
  format(
    "link",
    "https://open.spotify.com/artist/…",
    (id) => (id ? `https://open.spotify.com/artist/${id}` : ""),
    /^https:\/\/open\.spotify\.com\//,
  ),
  format("uri", "spotify:artist:…", (id) => (id ? `spotify:artist:${id}` : ""), /^spotify:artist:/),
];

export const isrc: Kind<string> = [
  format("plain", "GBABC2600001", (code) => code, /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/),
  format("hyphens", "GB-ABC-26-00001", formatIsrc, /^[A-Z]{2}-[A-Z0-9]{3}-\d{2}-\d{5}$/),
];

export const iswc: Kind<string> = [
  format("signs", "T-034.524.680-1", formatIswc, /^T-\d{3}\.\d{3}\./),
  format("plain", "T0345246801", (code) => code, /^T\d{10}$/),
];

type Explicit = "" | "no" | "yes" | "clean";

/** A format of two words has none for a clean version of an explicit track. */
function words(id: string, yes: string, no: string, clean?: string): Format<Explicit> {
  const all = [yes, no, ...(clean ? [clean] : [])];
  return {
    id,
    label: all.join(", "),
    write: (answer) => ({ "": "", yes, no, clean: clean ?? no })[answer],
    example: new RegExp(`^(?:${all.join("|")})$`),
  };
}

export const explicit: Kind<Explicit> = [
  words("yes-no", "Yes", "No"),
  words("yes-no-capitals", "YES", "NO"),
  words("yes-no-small", "yes", "no"),
  words("yes-no-clean", "YES", "NO", "CLEAN"),
  words("y-n", "Y", "N"),
  words("1-0", "1", "0"),
  words("true-false", "true", "false"),
  words("true-false-capitals", "TRUE", "FALSE"),
  words("explicit", "Explicit", "Not explicit", "Clean"),
  words("explicit-small", "explicit", "none", "clean"),
];

export const language: Kind<string> = [
  format("name", "English", (code) => languageName(code) ?? code, /^[A-Z][a-z]{3,}$/),
  format("code", "en", (code) => code, /^[a-z]{2,3}$/),
  format("capitals", "EN", (code) => code.toUpperCase(), /^[A-Z]{2}$/),
];

export const file: Kind<string> = [
  format(
    "name",
    "01 Tide.wav",
    (path) => path.slice(path.lastIndexOf("/") + 1),
    /^[^/]+\.(?:wav|flac|jpe?g|png)$/i,
  ),
  format("path", "Audio/01 Tide.wav", (path) => path, /\/[^/]+\.(?:wav|flac|jpe?g|png)$/i),
];

/** Tracks by their numbers. */
export const places: Kind<readonly number[]> = [
  format(
    "disc",
    "1.1;1.2",
    (tracks) => tracks.map((track) => `1.${track}`).join(";"),
    /^\d+\.\d+(?:;\d+\.\d+)*$/,
  ),
  format("semicolon", "1;2", (tracks) => tracks.join(";"), /^\d+(?:;\d+)+$/),
  format("comma", "1,2", (tracks) => tracks.join(","), /^\d+(?:,\d+)+$/),
];
