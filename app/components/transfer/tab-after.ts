/**
 * The index of the tab that a key leads to from the one at `index`, around the ends.
 * @returns undefined for a key that is none of theirs.
 */
export function tabAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
