// Apart from the rules, so that only pages with a transfer load it.

export const TRANSFER_TIME_TEXT = "Ownership transfer typically takes 2-4 weeks.";
export const TRANSFER_START_TEXT =
  "Nothing is moved yet: our team gets in touch with you once they have reviewed your submission.";

export const transferChecklist: readonly string[] = [
  "Keep your releases up with your current distributor until they are live in both places.",
  "Give us the same ISRC for every track and the same UPC for every release.",
  "Keep every title exactly as it is now, spelling and capital letters included.",
  "Send the same recordings: each may differ from the old one by less than 5 seconds.",
  "Keep both versions up for about 5 days before you take the old ones down.",
];
