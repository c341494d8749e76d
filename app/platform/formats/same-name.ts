/** Ignores case and different encodings of a letter. */
const collator = new Intl.Collator("en", { sensitivity: "accent" });

const spacedOnce = (name: string) => name.normalize("NFKC").replace(/\s+/g, " ").trim();

export function isSameName(one: string, other: string): boolean {
  return collator.compare(spacedOnce(one), spacedOnce(other)) === 0;
}
