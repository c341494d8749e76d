import type { Contributor } from "~/domain/submission/record/contributors";
import { isCalendarDate } from "~/platform/formats/dates";
import { formatIsrc } from "~/platform/formats/isrc";
import { formatIswc } from "~/platform/formats/iswc";
import { playingTime } from "~/platform/formats/playing-time";
import { languageName } from "~/reference/languages";

/** A way to write a value. */
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

const pad = (value: number, digits = 2) => String(value).padStart(digits, "0");

export const text: Kind<string> = [{ id: "text", label: "Text", write: (value) => value }];

export const number: Kind<number> = [
  { id: "1", label: "1", write: (value) => value, example: /^[1-9]\d?$/ },
  { id: "01", label: "01", write: (value) => pad(value), example: /^0\d$/ },
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
  { id: "m:ss", label: "3:05", write: playingTime, example: /^\d:\d{2}$/ },
  {
    id: "mm:ss",
    label: "03:05",
    write: (seconds) => `${pad(Math.floor(seconds / 60))}:${pad(Math.floor(seconds) % 60)}`,
    example: /^\d{2,3}:\d{2}$/,
  },
  {
    id: "hh:mm:ss",
    label: "00:03:05",
    write: (seconds) => clock(seconds).join(":"),
    example: /^\d{2}:\d{2}:\d{2}$/,
  },
  { id: "seconds", label: "185", write: (seconds) => Math.floor(seconds), example: /^\d{2,4}$/ },
  {
    id: "iso",
    label: "PT3M5S",
    write: (seconds) => {
      const [hours = 0, minutes = 0, rest = 0] = clock(seconds).map(Number);
      return `PT${hours > 0 ? `${hours}H` : ""}${minutes}M${rest}S`;
    },
    example: /^PT(?:\d+H)?\d+M\d+S$/,
  },
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
  {
    id: "name-roles",
    label: "Ada (Vocals, Cello); Bo (Drums)",
    write: (people) => people.map(({ name, roles }) => `${name} (${roles.join(", ")})`).join("; "),
    example: /^[^();]+\([^()]+\)(?:;|$)/,
  },
  {
    id: "role-name",
    label: "Vocals: Ada; Cello: Ada; Drums: Bo",
    write: (people) =>
      people.flatMap(({ name, roles }) => roles.map((role) => `${role}: ${name}`)).join("; "),
    example: /^[^:;]+:[^:;]+(?:;|$)/,
  },
  {
    id: "name-dash-role",
    label: "Ada - Vocals | Ada - Cello | Bo - Drums",
    write: (people) =>
      people.flatMap(({ name, roles }) => roles.map((role) => `${name} - ${role}`)).join(" | "),
    example: /^[^|]+ - [^|]+(?:\||$)/,
  },
];

export const spotify: Kind<string> = [
  { id: "id", label: "The id alone", write: (id) => id, example: /^[A-Za-z0-9]{22}$/ },
  {
    id: "link",
    label: "https://open.spotify.com/artist/…",
    write: (id) => (id ? `https://open.spotify.com/artist/${id}` : ""),
    example: /^https:\/\/open\.spotify\.com\//,
  },
  {
    id: "uri",
    label: "spotify:artist:…",
    write: (id) => (id ? `spotify:artist:${id}` : ""),
    example: /^spotify:artist:/,
  },
];

export const isrc: Kind<string> = [
  {
    id: "plain",
    label: "GBABC2600001",
    write: (code) => code,
    example: /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/,
  },
  {
    id: "hyphens",
    label: "GB-ABC-26-00001",
    write: formatIsrc,
    example: /^[A-Z]{2}-[A-Z0-9]{3}-\d{2}-\d{5}$/,
  },
];

export const iswc: Kind<string> = [
  { id: "signs", label: "T-034.524.680-1", write: formatIswc, example: /^T-\d{3}\.\d{3}\./ },
  { id: "plain", label: "T0345246801", write: (code) => code, example: /^T\d{10}$/ },
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
  {
    id: "name",
    label: "English",
    write: (code) => languageName(code) ?? code,
    example: /^[A-Z][a-z]{3,}$/,
  },
  { id: "code", label: "en", write: (code) => code, example: /^[a-z]{2,3}$/ },
  { id: "capitals", label: "EN", write: (code) => code.toUpperCase(), example: /^[A-Z]{2}$/ },
];

export const file: Kind<string> = [
  {
    id: "name",
    label: "01 Tide.wav",
    write: (path) => path.slice(path.lastIndexOf("/") + 1),
    example: /^[^/]+\.(?:wav|flac|jpe?g|png)$/i,
  },
  {
    id: "path",
    label: "Audio/01 Tide.wav",
    write: (path) => path,
    example: /\/[^/]+\.(?:wav|flac|jpe?g|png)$/i,
  },
];

/** Tracks by their numbers. */
export const places: Kind<readonly number[]> = [
  {
    id: "disc",
    label: "1.1;1.2",
    write: (tracks) => tracks.map((track) => `1.${track}`).join(";"),
    example: /^\d+\.\d+(?:;\d+\.\d+)*$/,
  },
  { id: "semicolon", label: "1;2", write: (tracks) => tracks.join(";"), example: /^\d+(?:;\d+)+$/ },
  { id: "comma", label: "1,2", write: (tracks) => tracks.join(","), example: /^\d+(?:,\d+)+$/ },
];
