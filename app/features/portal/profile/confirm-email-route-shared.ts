export const INVALID_LINK =
  "This link confirms no address: it was used, has ended after 24 hours, or isn't complete. Your account is as it was.";
