import { normalizeText } from "~/platform/formats/normalize-text";

/** The text that a part of an address stands for; undefined for what is no text. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** A part of a path, normalized; one that would be another path by that, or nothing, stays as it is. */
function normalizedPart(part: string): string {
  const text = decoded(part);
  if (text === undefined) return part;
  const normal = normalizeText(text);
  return normal === text || /^\.{0,2}$/.test(normal) ? part : encodeURIComponent(normal);
}

/** One `name=value` of a query, its value normalized. */
function normalizedPair(pair: string): string {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
  const text = decoded(value.replace(/\+/g, " "));
  if (text === undefined) return pair;
  const normal = normalizeText(text);
  return normal === text ? pair : `${name}=${encodeURIComponent(normal)}`;
}

/** Files go by the names that they were stored with, and stand-ins of a local run by their own rules. */
const AS_THEY_ARE = /^\/(?:files|sandbox)\//;

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
  if (AS_THEY_ARE.test(url.pathname) || url.pathname.startsWith("//")) return undefined;
  const before = url.href;
  url.pathname = url.pathname.split("/").map(normalizedPart).join("/");
  url.search = url.search.slice(1).split("&").map(normalizedPair).join("&");
  return url.href === before ? undefined : url.href;
}
