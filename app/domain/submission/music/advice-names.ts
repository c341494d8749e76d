import { isAllCapitals, isAllLowerCase, titleCase } from "./advice-case";
import { takeGuests } from "./advice-credits";
import { hasAddress, hasDecoration } from "./advice-signs";
import { mendSpelling } from "./advice-spelling";

/** What stores say about the name of an artist or a guest. */
export interface NameAdvice {
  rule: string;
  text: string;
  why: string;
}

const NOBODY =
  /^(?:(?:various|unknown|other) artists?|various|unknown|untitled|anonymous|artist|n\/?a|none|test|-+)$/iu;
const ROLE =
  /(?<![\s([{|,–—-])[\s([{|,–—-]+(?:producer|singer|songwriter|composer|vocals?|vocalist|rapper|musician|official|records|label)\s*[)\]}]?$/iu;

interface NameRule {
  name: string;
  why: string;
  find: (name: string) => string | undefined;
}

const rules: readonly NameRule[] = [
  {
    name: "name-guest",
    why: "Stores put everybody on a page of their own, and send back names with a guest in them.",
    find: (name) =>
      takeGuests(name).names.length > 0
        ? "has a guest in it. Write one artist here, and credit guests on their tracks."
        : undefined,
  },
  {
    name: "name-nobody",
    why: "Stores send back names that many share, because they lead to nobody's page.",
    find: (name) => (NOBODY.test(name) ? "is nobody's name. Write who made the music." : undefined),
  },
  {
    name: "name-role",
    why: "Stores list roles in the credits. A role in the name makes a second page for the artist.",
    find: (name) => {
      const rest = name.replace(ROLE, "");
      return rest !== name && rest !== "" ? `has a role in it. Write "${rest}".` : undefined;
    },
  },
  {
    name: "name-address",
    why: "Stores send back names that advertise another place.",
    find: (name) =>
      hasAddress(name) ? "has a web address or an account name in it. Leave that out." : undefined,
  },
  {
    name: "name-decoration",
    why: "Many players can't show these signs, and stores send such names back.",
    find: (name) => (hasDecoration(name) ? "has emoji or decoration in it." : undefined),
  },
  {
    name: "name-spelling",
    why: "With other spaces or apostrophes, stores take it for another artist.",
    find: (name) => {
      const mended = mendSpelling(name);
      return mended === name ? undefined : `should be written "${mended}".`;
    },
  },
  {
    name: "name-capitals",
    why: "Stores change names that shout, unless the artist is known by them.",
    find: (name) =>
      isAllCapitals(name)
        ? `is all capitals. Write "${titleCase(name)}", unless you are always written so.`
        : undefined,
  },
  {
    name: "name-lower-case",
    why: "Stores ask for capitals, unless the artist is known by small letters.",
    find: (name) =>
      isAllLowerCase(name)
        ? `is all small letters. Write "${titleCase(name)}", unless you are always written so.`
        : undefined,
  },
];

/** Longer names are refused anyway. */
const MAX_NAME = 300;

/** @param subject how the sentences begin: "Your artist name". */
export function nameAdvice(name: string, subject: string): NameAdvice[] {
  if (name.trim() === "" || name.length > MAX_NAME) return [];
  return rules.flatMap((rule) => {
    const found = rule.find(name);
    return found ? [{ rule: rule.name, why: rule.why, text: `${subject} ${found}` }] : [];
  });
}
