/** What cannot be seen, or turns the direction of text; emoji and some scripts need the exceptions. */
const UNSEEN =
  /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0000}-\u{e007f}])[\p{DI}\ufff9-\ufffb]/gu;
/** Letters of flags that are spelt out (Scotland's), anywhere but behind a flag. */
const STRAY_TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;
/** Joiners shape emoji and some scripts; beside ASCII they only hide what stands there. */
const STRAY_JOINERS = /[\u200c\u200d](?=[\x20-\x7e]|$)|(?<=^|[\x20-\x7e])[\u200c\u200d]/g;

/** Whatever browsers and mail programs read as a dot in a domain. */
const DOTS = ".\u2024\u3002\ufe52\uff0e\uff61";
/** A dot inside a word, which may make it a domain. */
const INNER_DOT = new RegExp(`(?<=\\S)[${DOTS}](?=[^\\s${DOTS},;:!?)\\]}"'’”»…])`, "gu");
/** What follows such a dot where no domain can: one letter (M.I.A.), or the end of a file's name. */
const SINGLE = /^[a-z](?![\p{L}\p{M}\p{N}\p{Cf}-])/iu;
const FILE_ENDING = /^(?:wave?|jpe?g|png)(?![^\s()])/i;

const AT = /(?<=\S)\s*[@\uff20\ufe6b]\s*(?=\S)/g;
/** The colon of "https:" and the like, also where its slashes are of another width. */
const SCHEME = /(?<=\S)([:\u02d0\u2236\ufe13\ufe55\uff1a])(?=[^\s\d])/gu;

/** No name is longer; and looking for what is clickable takes ever longer, the longer a text is. */
const MOST_CHARACTERS = 400;

function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * MOST_CHARACTERS + 1)];
  if (characters.length <= MOST_CHARACTERS) return text;
  return `${characters.slice(0, MOST_CHARACTERS).join("")}…`;
}

/** Whether the dot at `at` lies in a number such as 3.14 or 48.2MB, which stands by itself. */
function inNumber(text: string, at: number): boolean {
  return (
    /(?:^|[\s(])\d+$/.test(text.slice(0, at)) &&
    /^\d+(?:[KM]B)?(?:$|[\s),;:!?]|\.(?:\s|$))/.test(text.slice(at + 1))
  );
}

/**
 * Something that a stranger typed, for a mail: one line of at most 400 characters, nothing in it that
 * cannot be seen, and no link, domain or e-mail address that a mail program would make clickable. "pay.example" becomes
 * "pay. example": any dot, @ or colon that could make a link of it is followed by a space. File
 * names, numbers and initials stay as they are.
 */
export function sanitizeInput(text: string): string {
  const line = shortened(text)
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replace(UNSEEN, "")
    .replace(STRAY_TAGS, "")
    .replace(STRAY_JOINERS, "")
    .replace(/\s+/g, " ")
    .trim();
  return line
    .replace(INNER_DOT, (dot: string, at: number) => {
      const rest = line.slice(at + 1);
      const isNumber = dot === "." && inNumber(line, at);
      const harmless = SINGLE.test(rest) || FILE_ENDING.test(rest) || isNumber;
      return harmless ? dot : `${dot} `;
    })
    .replace(AT, " @ ")
    .replace(SCHEME, "$1 ");
}
