import {
  type TitleContext,
  type TitleFinding,
  type TitleRule,
  tidyTitle,
  titleKey,
} from "./title-rule";

/** "feat." and its kin in brackets: everything in the brackets is names. */
const BRACKETED_GUEST =
  /(?<!\s)\s*[([{]\s*(?:feat|ft|featuring|with|w\/)(?:\.|(?<=\/)|\s)\s*([^\s)\]}][^)\]}]*)[)\]}]/iu;
/** Without brackets, up to the next bracket or the end. "6 ft deep" and "a feat of" are no guests. */
const BARE_GUEST =
  /(?<=[^\s\d])\s+(?:(?:feat|ft)(?:\.|\s(?!\s*of\b))|featuring\s|w\/)\s*([^\s([{][^([{]*)/iu;

const BRACKETED_PRODUCER =
  /(?<!\s)\s*[([{]\s*prod(?:uced|ucer)?(?:\.?\s+by)?[\s:.]+([^\s:.)\]}][^)\]}]*)[)\]}]/iu;
const BARE_PRODUCER =
  /(?<=\S)\s+(?:[-–—|]\s*)?(?:prod\.(?:\s*by)?|prod\s+by|produced\s+by)[\s:]+([^\s:([{][^([{]*)/iu;

/** The names in a list such as "Ada, Bo & Cy". */
function splitNames(list: string): string[] {
  return list
    .split(/[,;&+/]|\band\b|\bx\b/iu)
    .map((name) =>
      tidyTitle(name)
        .replace(/(?<![-–—|])[-–—|]+$/u, "")
        .trim(),
    )
    .filter(Boolean);
}

function takeOut(title: string, patterns: readonly RegExp[]): { title: string; names: string[] } {
  const names: string[] = [];
  let rest = title;
  for (const pattern of patterns)
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      names.push(...splitNames(match[1] ?? ""));
      const before = rest.slice(0, match.index);
      rest = `${before} ${rest.slice(match.index + match[0].length)}`;
    }
  return { title: tidyTitle(rest), names };
}

/** The guests that a title names, and the title without them. */
export const takeGuests = (title: string) => takeOut(title, [BRACKETED_GUEST, BARE_GUEST]);

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

function findGuests(title: string, { isRelease }: TitleContext): TitleFinding | undefined {
  const { title: rest, names } = takeGuests(title);
  if (names.length === 0) return undefined;
  const text = isRelease
    ? `The title names a guest: ${listed(names)}. Credit guests on their tracks instead.`
    : `The title names a guest: ${listed(names)}. Credit guests as featured artists instead.`;
  return { text, fix: { title: rest, featured: isRelease ? [] : names } };
}

function findProducers(title: string, { isRelease }: TitleContext): TitleFinding | undefined {
  const { title: rest, names } = takeOut(title, [BRACKETED_PRODUCER, BARE_PRODUCER]);
  if (names.length === 0) return undefined;
  const text = `The title names a producer: ${listed(names)}. Credit producers under contributors instead.`;
  return { text, fix: { title: rest, producers: isRelease ? [] : names } };
}

/** The title without the artist's name before or after a dash, or behind "by". */
function withoutArtist(title: string, artistName: string): string {
  const isArtist = (text: string) => titleKey(text) === titleKey(artistName);
  const parts = title.split(/((?<!\s)(?:\s+[-–—|]|\s*:)\s+)/u);
  const last = parts.length - 1;
  if (last >= 2 && isArtist(parts[0] ?? "")) return parts.slice(2).join("");
  if (last >= 2 && isArtist(parts[last] ?? "")) return parts.slice(0, last - 1).join("");
  const by = /(?<=\S)\s+by\s+(?=\S)/iu.exec(title);
  return by && isArtist(title.slice(by.index + by[0].length)) ? title.slice(0, by.index) : title;
}

function findArtist(title: string, { artistName }: TitleContext): TitleFinding | undefined {
  if (titleKey(artistName) === "") return undefined;
  const rest = withoutArtist(title, artistName);
  if (rest === title) return undefined;
  return {
    text: "Your artist name is in the title. Leave it out: stores show it beside the title.",
    fix: { title: tidyTitle(rest) },
  };
}

export const creditRules: readonly TitleRule[] = [
  {
    name: "guest",
    mark: "Guest",
    many: "name a guest",
    why: "Stores build the artist line from the credits, and send back titles that name guests.",
    find: findGuests,
  },
  {
    name: "producer",
    mark: "Producer",
    many: "name a producer",
    why: "Stores list producers in the credits, and send back titles that name them.",
    find: findProducers,
  },
  {
    name: "artist",
    mark: "Artist",
    many: "have your artist name in them",
    why: "Shown twice, the name looks like a mistake, and stores send it back.",
    find: findArtist,
  },
];
