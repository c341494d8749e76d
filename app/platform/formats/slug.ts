/** For addresses and file names of every cloud drive: at most 80 characters. */
export function slug(text: string, fallback: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain.slice(0, 80) || fallback;
}
