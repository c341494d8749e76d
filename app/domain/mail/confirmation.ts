import { replyNote } from "~/domain/submission/music/early-release";
import { REPLY_BUSINESS_DAYS } from "~/domain/submission/music/release-dates";
import { releaseDays } from "~/domain/submission/music/release-days";
import { inOrder, labelledFiles } from "~/domain/submission/record/file-order";
import type { ReleaseForm, StoredFile } from "~/domain/submission/record/release-form";
import { releaseName } from "~/domain/submission/record/release-name";
import { sentProgress, stagesInWords } from "~/domain/submission/record/release-progress";
import { releaseTypeLabels } from "~/domain/submission/record/type-labels";
import { stageTexts } from "~/domain/submission/record/what-happens-next";
import { formatBytes } from "~/platform/formats/bytes";
import { longDate } from "~/platform/formats/dates";
import { greetingBlock } from "./greeting";
import { type Brand, type Letter, type Mail, toMail } from "./mail";
import type { Block } from "./mail-content";
import { readableLine } from "./sanitize-input";

/** Times are ISO strings in UTC. */
interface ConfirmedSubmission {
  id: string;
  reference: string;
  email: string;
  createdAt: string;
  replyDueAt: string;
  form: ReleaseForm;
  files: readonly StoredFile[];
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

function fileRows({ form, files }: ConfirmedSubmission): [string, string][] {
  return labelledFiles(form, files).map(({ label, file }) => [
    label,
    `${file.fileName} (${formatBytes(file.size)})`,
  ]);
}

function receipt(files: readonly StoredFile[]): Block[] {
  const hashes = files.flatMap(({ fileName, sha256 }) =>
    sha256 ? [[fileName, sha256] as const] : [],
  );
  if (hashes.length === 0) return [];
  return [
    { kind: "heading", text: "Your receipt" },
    "These are the SHA-256 hashes of your files as we have them. Keep this email: with it anyone can check that what we have is what you sent.",
    { kind: "receipt", files: hashes },
  ];
}

function releaseRows(form: ReleaseForm): [string, string][] {
  const { releaseType, tracks, catalogueItems } = form;
  const { full, firstSingle = "" } = releaseDays(form);
  const clips = tracks.flatMap((track) => (track.socialClipsEnabled ? track.socialClips : []));
  const titles = tracks
    .map(({ title }) => title)
    .filter(Boolean)
    .join(", ");
  const transferTitles = catalogueItems.map(({ title }) => title).join(", ");
  return [
    ...(tracks.length > 0
      ? ([["Type", releaseTypeLabels[releaseType]]] as [string, string][])
      : []),
    ...(tracks.length > 0 && DAY.test(full)
      ? ([["Release date", longDate(full)]] as [string, string][])
      : []),
    ...(DAY.test(firstSingle)
      ? ([["First single", longDate(firstSingle)]] as [string, string][])
      : []),
    ...(titles ? ([[tracks.length > 1 ? "Tracks" : "Track", titles]] as [string, string][]) : []),
    ...(clips.length > 0
      ? ([["Social clips", `${clips.length}, to be cut by us`]] as [string, string][])
      : []),
    ...(transferTitles ? ([["Releases to transfer", transferTitles]] as [string, string][]) : []),
  ];
}

function letter(submission: ConfirmedSubmission, brand: Brand): Letter {
  const { form, reference } = submission;
  const title = readableLine(releaseName(form));
  const due = longDate(submission.replyDueAt);
  const now = new Date(submission.createdAt);
  const { deliveryWeeks } = brand;
  const { stages } = sentProgress({ ...submission, deliveryWeeks }, now);
  const texts = stageTexts(deliveryWeeks);
  const way = stagesInWords(stages).map(([name, words], index): [string, string] => {
    const stage = stages[index]?.name;
    return [name, stage ? `${words}. ${texts[stage]}` : words];
  });
  const { full, firstSingle } = releaseDays(form);
  const firstDay = form.uploadType === "transfer" ? "" : (firstSingle ?? full);
  const dateNote = replyNote(firstDay, now, submission.replyDueAt);
  const rows: [string, string][] = [
    ["Artist", form.artistName],
    ["Release", title],
    ...releaseRows(form),
    ...fileRows(submission),
  ];
  return {
    subject: `We received "${title}" (${reference})`,
    plainSubject: `We received your submission (${reference})`,
    blocks: [
      greetingBlock(form),
      `Thank you for sending your music to ${brand.name}. Your submission has arrived and it's all there, so there's nothing more for you to do.`,
      {
        kind: "keys",
        facts: [
          ["Reply due by", due],
          ["Reference", reference],
        ],
      },
      { kind: "status-link" },
      `We review every submission and reply within 7-${REPLY_BUSINESS_DAYS} business days.`,
      { kind: "heading", text: "What happens when" },
      { kind: "facts", facts: way },
      ...(dateNote ? [`Your release date: ${dateNote}`] : []),
      { kind: "heading", text: "What we received" },
      { kind: "facts", facts: rows },
      `Questions, or something to correct? Write to ${brand.supportEmail} and mention ${reference}.`,
    ],
    enclosed: receipt(inOrder(form, submission.files)),
  };
}

/** Deduplication key. @param correction the number of a correction of the address; empty before. */
export const confirmationKey = (submissionId: string, correction = "") =>
  ["confirmation", submissionId, correction].filter(Boolean).join(":");

export function confirmationMail(
  submission: ConfirmedSubmission,
  brand: Brand,
  correction = "",
): Mail {
  return toMail(letter(submission, brand), brand, {
    dedupeKey: confirmationKey(submission.id, correction),
    kind: "confirmation",
    recipient: submission.email,
    submissionId: submission.id,
  });
}
