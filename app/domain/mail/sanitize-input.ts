import tlds from "tlds" with { type: "json" };

/** Invisible and bidirectional characters; emoji and some scripts need the exceptions. */
const INVISIBLE =
  /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0000}-\u{e007f}])[\p{DI}\ufff9-\ufffb]/gu;
/** Flag emoji with their tag characters, and such characters elsewhere. */
const FLAG_OR_STRAY_TAG = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u{e0000}-\u{e007f}]/gu;
/** Joiners beside ASCII, where they only hide text. */
const STRAY_JOINERS =
  /(?<![\u200c\u200d])[\u200c\u200d]+(?=[\x20-\x7e]|$)|(?<=^|[\x20-\x7e])[\u200c\u200d]+/g;

/** Characters that browsers and mail programs read as a dot in a domain. */
const DOTS = ".\u2024\u3002\ufe52\uff0e\uff61";
const INNER_DOT = new RegExp(`[${DOTS}](?=[^${DOTS}])`, "gu");
const HOST = new RegExp(`[\\p{L}\\p{M}\\p{N}\\p{Cf}_${DOTS}-]+`, "gu");
const IP_ADDRESS = /\d\.\d+\.\d+\.\d/;

/** Endings that mail programs link: those of domains, and the reserved ones (RFC 6761, RFC 7686). */
const DOMAIN_ENDINGS: ReadonlySet<string> = new Set([
  ...tlds,
  ...["example", "invalid", "local", "localhost", "onion", "test"],
]);

const IGNORED = /\p{DI}/gu;

const hasDomainEnding = (label: string) =>
  DOMAIN_ENDINGS.has(label.split(/[-_\p{DI}]/u, 1)[0] ?? "");

/** Whether a word is a domain to mail programs; nobody can register one of a single letter. */
function isDomain(host: string, next: string): boolean {
  const plain = host.normalize("NFKC").toLowerCase();
  const visible = plain.replace(IGNORED, "");
  const labels = plain.split(/[.\u3002]+/);
  return (
    /\bwww[.\u3002]/.test(visible) ||
    IP_ADDRESS.test(visible) ||
    labels.some((label, index) => {
      const before = labels[index - 1]?.replace(IGNORED, "");
      return (
        before !== undefined &&
        // Programs leave out what is ignored, or end a link there.
        [label, label.replace(IGNORED, "")].some(hasDomainEnding) &&
        (before.length > 1 || /[/:?#]/.test(next))
      );
    })
  );
}

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

/** User input as its owner writes it: one line of at most 400 characters, without invisible characters. */
export function readableLine(text: string): string {
  return truncate(text)
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replace(INVISIBLE, "")
    .replace(FLAG_OR_STRAY_TAG, "$1")
    .replace(STRAY_JOINERS, "")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * A readable line for the body of a mail, without links, domains or addresses that mail programs would make
 * clickable: "pay.example" becomes "pay. example", since anybody may have typed it, and for whom. Only what
 * they link is broken up: names such as "will.i.am" and "Vol.2" are unchanged. Programs link each ending that
 * exists, so "Jay.Live" becomes "Jay. Live"; an invisible character would be copied with the name, and some
 * programs do not see it either. In subjects nothing is linked: they are readable lines.
 */
export function sanitizeInput(text: string): string {
  const line = readableLine(text);
  return line
    .replace(HOST, (host: string, index: number) =>
      isDomain(host, line.charAt(index + host.length)) ? host.replace(INNER_DOT, "$& ") : host,
    )
    .replace(AT_SIGN, " @ ")
    .replace(SCHEME, "$1 ");
}
