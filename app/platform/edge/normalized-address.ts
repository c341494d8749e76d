import { normalizeText } from "../formats/normalize-text";

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function normalizePart(part: string): string {
  const text = decodePart(part);
  if (text === undefined) return part;
  const normalized = normalizeText(text);
  return normalized === text || /^\.{0,2}$/.test(normalized)
    ? part
    : encodeURIComponent(normalized);
}

function normalizePair(pair: string): string {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
  const text = decodePart(value.replace(/\+/g, " "));
  if (text === undefined) return pair;
  const normalized = normalizeText(text);
  return normalized === text ? pair : `${name}=${encodeURIComponent(normalized)}`;
}

/** Files have their stored names, the sandbox its own rules. */
const UNNORMALIZED_PATHS = /^\/(?:files|sandbox)\//;

/**
 * Normalizes the texts in an address, as in forms: pasted tokens and ids may contain invisible
 * characters, and searches different compositions.
 * @returns undefined where nothing changes.
 */
export function normalizedAddress(address: string): string | undefined {
  // Only percent-encoded characters can change.
  if (!/%[89a-f][\da-f]/i.test(address)) return undefined;
  const url = new URL(address);
  // A path that begins with two slashes may be another site's address.
  if (UNNORMALIZED_PATHS.test(url.pathname) || url.pathname.startsWith("//")) return undefined;
  const original = url.href;
  url.pathname = url.pathname.split("/").map(normalizePart).join("/");
  // An empty query keeps its question mark, and one that begins with another keeps both.
  if (url.search) url.search = `?${url.search.slice(1).split("&").map(normalizePair).join("&")}`;
  return url.href === original ? undefined : url.href;
}
