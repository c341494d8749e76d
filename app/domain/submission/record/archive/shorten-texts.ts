/** In characters: longer than titles and names, which lists and searches show. */
const MAX_TEXT = 200;

/**
 * The same JSON with long texts cut. What is left of an archived form still has every field, so that
 * lists, searches and links read it as any other.
 */
export function shortenTexts(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value;
  if (Array.isArray(value)) return value.map(shortenTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortenTexts(each)]));
}
