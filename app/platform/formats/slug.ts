/**
 * A text as part of an address or as a folder or file name for every cloud drive: at most 80
 * characters.
 * @param fallback for an empty result.
 */
export function slug(text: string, fallback: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 80) || fallback;
}
