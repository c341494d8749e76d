/**
 * A text as a part of an address, or as a folder or file name that every cloud drive accepts: at most
 * 80 characters.
 * @param otherwise for a text of which nothing is left.
 */
export function slug(text: string, otherwise: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 80) || otherwise;
}
