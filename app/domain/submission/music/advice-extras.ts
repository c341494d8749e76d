import { type TitleFinding, type TitleRule, tidyTitle } from "./title-rule";

const words = (...all: string[]) => all.join("|");

/** What stores show elsewhere, or not at all. */
const EXTRA = words(
  "original (?:mix|version)",
  "(?:official )?(?:music |lyrics? )?video",
  "official (?:audio|version|visuali[sz]er)",
  "visuali[sz]er",
  "lyrics?",
  "audio",
  "explicit(?: version)?",
  "clean(?: version)?",
  "dirty(?: version)?",
  "hq|hd|4k",
  "new(?: song| single)?",
  "final(?: mix| master)?",
  "master(?:ed)?",
  "(?:19|20)\\d\\d",
);
const IN_BRACKETS = new RegExp(`(?<!\\s)\\s*[([{]\\s*(?:${EXTRA})\\s*[)\\]}]`, "giu");
const AT_END =
  /(?<=\S)\s+(?:[-–—|]\s*)?(?:official (?:music |lyrics? )?video|official audio|original mix)$/iu;

function findExtra(title: string): TitleFinding | undefined {
  const rest = title.replace(IN_BRACKETS, " ").replace(AT_END, "");
  if (rest === title) return undefined;
  return {
    text: "The title says something that isn't part of it, such as a year, Original Mix or Official Video. Leave it out.",
    fix: { title: tidyTitle(rest) },
  };
}

/** 01, "1. ", "1) " or "1 - " before a letter; "99 Problems" and "1.5 Miles" are titles. */
const NUMBER = /^(?:track\s*)?(?:0\d[\s.)_–—-]+|\d{1,2}(?:[.)]\s+|\s+[-–—]\s+))(?=\p{L})/iu;
const PERFORMED =
  /\b(?:originally (?:performed|recorded) by|made famous by|in the style of|tribute to|as made famous|cover of)\b|[([](?:[^()[\]]*\s)?cover(?: version)?\s*[)\]]/iu;
const STORE =
  /\b(?:spotify|apple music|itunes|deezer|amazon music|youtube|tiktok|soundcloud|bandcamp)\b/iu;
const KIND = "(?:EP|LP|(?:maxi[- ])?single|album|mixtape)";
const RELEASE_WORD = new RegExp(
  `(?<=\\S)(?:\\s+(?:EP|LP)|\\s*[([{]\\s*${KIND}\\s*[)\\]}]|\\s+[-–—]\\s+${KIND})$`,
  "iu",
);

export const extraRules: readonly TitleRule[] = [
  {
    name: "track-number",
    mark: "Number",
    many: "begin with a track number",
    why: "Stores number the tracks by their order.",
    find: (title) =>
      NUMBER.test(title)
        ? {
            text: "The title begins with a track number. Leave it out.",
            fix: { title: tidyTitle(title.replace(NUMBER, "")) },
          }
        : undefined,
  },
  {
    name: "extra",
    mark: "Extra words",
    many: "say something that isn't part of them",
    why: "Stores show years, marks and formats themselves, and send back titles with them.",
    find: findExtra,
  },
  {
    name: "release-word",
    mark: "EP",
    many: "say what kind of release this is",
    why: "Stores add EP or Single themselves, by the number of tracks.",
    find: (title, { isRelease }) =>
      isRelease && RELEASE_WORD.test(title)
        ? {
            text: "The title says what kind of release this is. Leave that out.",
            fix: { title: tidyTitle(title.replace(RELEASE_WORD, "")) },
          }
        : undefined,
  },
  {
    name: "performed-by",
    mark: "Cover",
    many: "name whose song it is",
    why: "Stores send back titles that name who is known for a song. Its writers belong in the credits.",
    find: (title) =>
      PERFORMED.test(title)
        ? { text: "The title says whose song this is, or that it is a cover. Leave that out." }
        : undefined,
  },
  {
    name: "store",
    mark: "Store",
    many: "name a store",
    why: "Stores send back titles that name a store.",
    find: (title) =>
      STORE.test(title)
        ? { text: "The title names a store or a service. Leave it out." }
        : undefined,
  },
];
