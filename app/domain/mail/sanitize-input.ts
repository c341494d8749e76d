/** Invisible and bidirectional characters; emoji and some scripts need the exceptions. */
const INVISIBLE =
  /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0000}-\u{e007f}])[\p{DI}\ufff9-\ufffb]/gu;
/** Tag characters outside of a flag emoji. */
const STRAY_TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;
/** Joiners beside ASCII, where they only hide text. */
const STRAY_JOINERS = /[\u200c\u200d](?=[\x20-\x7e]|$)|(?<=^|[\x20-\x7e])[\u200c\u200d]/g;

/** Characters that browsers and mail programs read as a dot in a domain. */
const DOTS = ".\u2024\u3002\ufe52\uff0e\uff61";
const INNER_DOT = new RegExp(`(?<=\\S)[${DOTS}](?=[^\\s${DOTS},;:!?)\\]}"'’”»…])`, "gu");
/** Endings that are no domain: one letter (M.I.A.), or a file extension. */
const SINGLE_LETTER = /^[a-z](?![\p{L}\p{M}\p{N}\p{Cf}-])/iu;
const FILE_ENDING = /^(?:wave?|jpe?g|png)(?![^\s()])/i;

const AT_SIGN = /(?<=\S)\s*[@\uff20\ufe6b]\s*(?=\S)/g;
/** A colon as in "https:", also of another width. */
const SCHEME = /(?<=\S)([:\u02d0\u2236\ufe13\ufe55\uff1a])(?=[^\s\d])/gu;

/** Longer than any name; limits the cost of the patterns below. */
const MAX_CHARACTERS = 400;

function truncate(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_CHARACTERS + 1)];
  if (characters.length <= MAX_CHARACTERS) return text;
  return `${characters.slice(0, MAX_CHARACTERS).join("")}…`;
}

function isInNumber(text: string, index: number): boolean {
  return (
    /(?:^|[\s(])\d+$/.test(text.slice(0, index)) &&
    /^\d+(?:[KM]B)?(?:$|[\s),;:!?]|\.(?:\s|$))/.test(text.slice(index + 1))
  );
}

/**
 * Makes user input safe for mails: one line of at most 400 characters, without invisible
 * characters and without links, domains or addresses that mail programs would make clickable:
 * "pay.example" becomes "pay. example". File names, numbers and initials are unchanged.
 */
export function sanitizeInput(text: string): string {
  const line = truncate(text)
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replace(INVISIBLE, "")
    .replace(STRAY_TAGS, "")
    .replace(STRAY_JOINERS, "")
    .replace(/\s+/g, " ")
    .trim();
  return line
    .replace(INNER_DOT, (dot: string, index: number) => {
      const rest = line.slice(index + 1);
      const isNumber = dot === "." && isInNumber(line, index);
      const isHarmless = SINGLE_LETTER.test(rest) || FILE_ENDING.test(rest) || isNumber;
      return isHarmless ? dot : `${dot} `;
    })
    .replace(AT_SIGN, " @ ")
    .replace(SCHEME, "$1 ");
}
