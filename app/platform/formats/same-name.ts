/** Compares as a reader does: case and ways to write the same letter make no difference. */
const collator = new Intl.Collator("en", { sensitivity: "accent" });

const spacedOnce = (name: string) => name.normalize("NFKC").replace(/\s+/g, " ").trim();

/** Whether two names read alike, so that nobody is told of both. */
export function isSameName(one: string, other: string): boolean {
  return collator.compare(spacedOnce(one), spacedOnce(other)) === 0;
}
