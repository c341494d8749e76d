/** How a link stands, in the words of the list. */
export type LinkState = "unused" | "opened" | "used" | "expired" | "deactivated";
