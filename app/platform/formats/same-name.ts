/** Ignores case and different encodings of a letter. */
const collator = new Intl.Collator("en", { sensitivity: "accent" });

const spacedOnce = (name: string) => name.normalize("NFKC").replace(/\s+/g, " ").trim();

export function isSameName(first: string, second: string): boolean {
  return collator.compare(spacedOnce(first), spacedOnce(second)) === 0;
}
