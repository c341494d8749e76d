import { normalizeText } from "~/platform/formats/normalize-text";

/** The text that a part of an address stands for; undefined for what is no text. */
function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** A part of a path, normalized; one that would be another path by that, or nothing, stays as it is. */
function normalizePart(part: string): string {
  const text = decodePart(part);
  if (text === undefined) return part;
  const normalized = normalizeText(text);
  return normalized === text || /^\.{0,2}$/.test(normalized) ? part : encodeURIComponent(normalized);
}

/** One `name=value` of a query, its value normalized. */
function normalizePair(pair: string): string {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
  const text = decodePart(value.replace(/\+/g, " "));
  if (text === undefined) return pair;
  const normalized = normalizeText(text);
  return normalized === text ? pair : `${name}=${encodeURIComponent(normalized)}`;
}

/** Files go by the names that they were stored with, and stand-ins of a local run by their own rules. */
const UNNORMALIZED_PATHS = /^\/(?:files|sandbox)\//;

/**
 * The address with the texts in it normalized, as those of every form are: tokens and ids are pasted with
 * characters that nobody sees, and searches are composed in several ways.
 * @returns undefined where it is so already.
 */
export function normalizedAddress(address: string): string | undefined {
  // Whatever is not plain stands in percent codes.
  if (!/%[89a-f][\da-f]/i.test(address)) return undefined;
  const url = new URL(address);
  // Of what begins with two slashes, no path can be told from another site.
  if (UNNORMALIZED_PATHS.test(url.pathname) || url.pathname.startsWith("//")) return undefined;
  const original = url.href;
  url.pathname = url.pathname.split("/").map(normalizePart).join("/");
  url.search = url.search.slice(1).split("&").map(normalizePair).join("&");
  return url.href === original ? undefined : url.href;
}
