export const INVALID_LINK =
  "This link doesn't work: it was used, is older than 24 hours, or isn't complete. Your account hasn't changed.";
