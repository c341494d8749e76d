import { type TitleFinding, type TitleRule, tidyTitle } from "./title-rule";

/** Symbols that are part of names: rights, degrees, numbers, notes of the scale. */
const ORDINARY_SYMBOL = /[©®™℠℗°№℃℉♭♮]/u;
/** Pictures, flags and their invisible parts; digits with a keycap. */
const PICTURE =
  /[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\ufe0f?\u200d\p{Extended_Pictographic})*|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{So}|\ufe0f|\u20e3/gu;
/** Repeated signs. Stars and hashes within a word may hide a swear word. */
const REPEATED_SIGN =
  /([~_=|<>^•·])\1+|(?<![\p{L}\p{N}])(?:(?<!\*)\*{2,}|(?<!#)#{2,}|(?<!\+)\+{2,})(?![\p{L}\p{N}]*[*#])/gu;
/** A lone wave before and behind the title. */
const WAVES = /^~(.*)~$/u;

function withoutDecoration(title: string): string {
  return title
    .replace(PICTURE, (sign) => (ORDINARY_SYMBOL.test(sign) ? sign : " "))
    .replace(REPEATED_SIGN, " ")
    .replace(WAVES, " $1 ");
}

export const hasDecoration = (text: string) => withoutDecoration(text) !== text;

function findDecoration(title: string): TitleFinding | undefined {
  const plain = withoutDecoration(title);
  if (plain === title) return undefined;
  return {
    text: "The title has emoji or decoration. Use letters, numbers and usual punctuation only.",
    fix: { title: tidyTitle(plain) },
  };
}

/** Names that programs and recorders give. Some are songs, too, unless a number follows. */
const PLACEHOLDER =
  /^(?:(?:audio|track|take|bounce|mixdown|demo|project|master|beat|recording|tune|idea)[\s_-]*(?:(?:no\.?|nr\.?|#)\s*)?\d+|(?:track|untitled|unknown|no title|new recording|voice memo|new project|audio file)(?:[\s_-]*(?:track|song|release|album|project))?[\s_-]*#?\d*|\d{1,3})$/iu;

function findPlaceholder(title: string, isRelease: boolean): TitleFinding | undefined {
  const isNumber = /^\d+$/.test(title);
  if (!PLACEHOLDER.test(title) || (isNumber && !/^0\d/.test(title))) return undefined;
  const what = isRelease ? "this release" : "this track";
  return {
    text: `"${title}" looks like a name that a program gave. Type the real title of ${what}.`,
  };
}

const FILE_ENDING = /\.(?:wav|wave|aiff?|mp3|flac|m4a)$/iu;

function findFileName(title: string): TitleFinding | undefined {
  const name = title.replace(FILE_ENDING, "").replace(/_+/g, " ");
  if (!FILE_ENDING.test(title) && !/[^_\s]_[^_\s]/.test(title)) return undefined;
  return {
    text: "The title looks like the name of a file. Type it as people should read it.",
    fix: { title: tidyTitle(name) },
  };
}

const ADDRESS =
  /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}.@-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|net|org|info|io|fm|tv|ly|co|co\.uk|de|fr|ru|bandcamp\.com)(?:\/\S*)?(?![\p{L}\p{N}.])|(?<!\S)@[\p{L}\p{N}_.]{2,}/giu;
const PRICE =
  /(?:[$€£¥₽₹]\s?\d+[.,]\d{2}|\d[.,]\d{2}\s?(?:[$€£¥₽₹]|usd|eur|gbp)|\b(?:only|just|buy|sale|free)\b[^.]*?[$€£¥₽₹]\s?\d+|\bfree download\b|\bout now\b)/iu;

export const hasAddress = (text: string) => text.replace(ADDRESS, " ") !== text;

function findAddress(title: string): TitleFinding | undefined {
  const rest = title.replace(ADDRESS, " ");
  if (rest === title) return undefined;
  return {
    text: "The title has a web address or an account name. Leave it out.",
    fix: { title: tidyTitle(rest.trimEnd().replace(/\s(?:at|on)$/iu, "")) },
  };
}

export const signRules: readonly TitleRule[] = [
  {
    name: "decoration",
    mark: "Emoji",
    many: "have emoji or decoration",
    why: "Many players can't show these signs, and stores send such titles back.",
    find: (title) => findDecoration(title),
  },
  {
    name: "placeholder",
    mark: "No title",
    why: "Stores send back titles that say nothing about the song, because nobody finds it by them.",
    find: (title, { isRelease }) => findPlaceholder(title, isRelease),
  },
  {
    name: "file-name",
    mark: "File name",
    many: "look like the names of files",
    why: "Listeners see the title exactly as it is here.",
    find: (title) => findFileName(title),
  },
  {
    name: "address",
    mark: "Address",
    many: "have a web address or an account name",
    why: "Stores send back titles that advertise another place.",
    find: (title) => findAddress(title),
  },
  {
    name: "price",
    mark: "Price",
    why: "Stores send back titles that advertise or name a price.",
    find: (title) =>
      PRICE.test(title) ? { text: "The title has a price or an offer. Leave it out." } : undefined,
  },
];
