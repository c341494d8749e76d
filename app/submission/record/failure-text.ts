/** What is read when a submission cannot be recorded, or put on the board (specification, section 8). */
export function recordFailureText(entry: string | undefined): string {
  return entry === "invited"
    ? "Failed to update monday.com entry via invitation"
    : "Failed to create monday.com entry";
}
