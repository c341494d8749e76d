import { longTime } from "~/platform/formats/dates";
import { exportFiles } from "./data-categories";

interface ReadMeData {
  brand: string;
  supportEmail: string;
  /** ISO time. */
  createdAt: string;
  files: number;
  /** Count of files that are not in the bucket. */
  missing: number;
}

export function readMe({ brand, supportEmail, createdAt, files, missing }: ReadMeData): string {
  const texts = Object.entries(exportFiles).map(
    ([name, description]) => `  ${name}: ${description}`,
  );
  const missingLines =
    missing === 0
      ? []
      : [
          "",
          `${missing} ${missing === 1 ? "file is" : "files are"} on our list and not in our storage any more.`,
        ];
  return [
    `What ${brand} holds about you, as of ${longTime(createdAt)}`,
    "",
    "It is everything that belongs to your account, and what was left under its email addresses, those you",
    "had before among them, for as long as each was yours.",
    "The .json files can be opened with any text editor, and read by machines:",
    "",
    ...texts,
    "",
    `In Files, Picture and Agreements are your ${files} files: music, artwork, clips, your picture and what you`,
    "signed. manifest-sha256.txt has a checksum of each.",
    ...missingLines,
    "",
    "What is not in here:",
    "",
    "  How to reach people you named: their addresses are theirs. Their names, shares and answers are here.",
    "  Codes and links that open something: whoever finds this file must not get in with it.",
    "  Notes of our team about your releases. They may tell of other people, so somebody reads them first:",
    `  write to ${supportEmail} and you have them within 30 days, free of charge.`,
    "  Reports of faults and counts of calls. They carry no names, and are gone within 30 days.",
    "",
    "To correct something, change it in your profile or write to us. To have it deleted, press Delete my",
    "data on the page you got this from. If you are unhappy with our answer, you may complain to the",
    "Information Commissioner's Office: https://ico.org.uk/make-a-complaint/",
    "",
  ].join("\n");
}
