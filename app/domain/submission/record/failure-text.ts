/** The text where recording or the board fails (specification, section 8). */
export function recordFailureText(entry: string | undefined): string {
  return entry === "invited"
    ? "Failed to update monday.com entry via invitation"
    : "Failed to create monday.com entry";
}
