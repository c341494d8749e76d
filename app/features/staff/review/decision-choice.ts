/** What can be asked for instead of a status: changes by the artist. */
export const CHANGES = "changes";
