import { longTime } from "~/platform/formats/dates";

/** Text files of the download, with their description for the artist. */
const exportFiles = {
  "account.json": "your account and profile",
  "sign-ins.json": "when and how you signed in",
  "submissions.json": "what you sent us, with your answers and our decisions",
  "drafts.json": "submissions that you started but did not send",
  "release-details.json": "what your releases need for distribution",
  "splits.json": "what the songwriters you named answered about their shares",
  "agreements.json": "agreements you were asked to sign, with their text",
  "mails.json": "mails we wrote to you",
  "links.json": "invitations, and links to come back",
  "waiting-list.json": "what you sent for the waiting list",
  "data-requests.json": "what you asked us to do with your data",
} as const;
export type ExportFile = keyof typeof exportFiles;

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
          `${missing} ${missing === 1 ? "file is" : "files are"} on our list, but no longer in our storage.`,
        ];
  return [
    `What ${brand} stores about you, on ${longTime(createdAt)}`,
    "",
    "This is everything that belongs to your account, and what was sent with your email addresses. Addresses that you",
    "had before count for the time when they were yours.",
    "You can open the .json files with any text editor. Programs can read them too:",
    "",
    ...texts,
    "",
    `In Files, Picture and Agreements are your ${files} files: music, artwork, clips, your picture and what you`,
    "signed. manifest-sha256.txt has a checksum of each.",
    ...missingLines,
    "",
    "What is not in here:",
    "",
    "  The addresses of people you named, because these are their data. Their names, shares and answers are here.",
    "  Secret codes and links, so that nobody can sign in with this file.",
    "  Notes of our team about your releases. They may be about other people too, so we read them first:",
    `  write to ${supportEmail} and you get them within 30 days, for free.`,
    "  Error reports and counts of requests. They have no names, and we delete them within 30 days.",
    "",
    "To correct something, change it in your profile or write to us. To have it deleted, press Delete my",
    "data on the page you got this from. If you are unhappy with our answer, you may complain to the",
    "Information Commissioner's Office: https://ico.org.uk/make-a-complaint/",
    "",
  ].join("\n");
}
