export type LinkState = "unused" | "opened" | "used" | "expired" | "deactivated";
