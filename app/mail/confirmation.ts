import type { ReleaseForm, StoredFile } from "~/submission/release-form";
import { releaseName } from "~/submission/release-name";
import type { Letter } from "./letter";
import { type Brand, longDay, type Mail, mailOf, oneLine } from "./mail";

/** What the confirmation tells; times are ISO strings in UTC. */
export interface ConfirmedSubmission {
  id: string;
  reference: string;
  email: string;
  replyDueAt: string;
  form: ReleaseForm;
  files: readonly StoredFile[];
}

const releaseTypes = { single: "Single", ep: "EP", lp: "Album" } as const;

/** A size as file managers show it, such as 48.2 MB. */
function fileSize(bytes: number): string {
  const [unit, name] = bytes < 1e6 ? [1e3, "KB"] : [1e6, "MB"];
  return `${(bytes / unit).toFixed(1)} ${name}`;
}

function fileFacts({ form, files }: ConfirmedSubmission): [string, string][] {
  return files.map((file) => {
    const track = form.tracks.findIndex(({ uploadId }) => uploadId === file.uploadId);
    const own = form.tracks.findIndex((one) => one.customArtworkUploadId === file.uploadId);
    const number = Math.max(track, own) + 1;
    const names = {
      artwork: "Artwork",
      "custom-artwork": `Artwork of track ${number}`,
      track: number > 0 ? `Track ${number}` : "Track",
    };
    return [names[file.kind], `${file.fileName} (${fileSize(file.size)})`];
  });
}

/** The files with their hashes, as far as those are known. */
function receipt(files: readonly StoredFile[]): Letter["blocks"] {
  const hashes = files.flatMap(({ fileName, sha256 }) =>
    sha256 ? [[fileName, sha256] as const] : [],
  );
  if (hashes.length === 0) return [];
  return [
    { kind: "heading", text: "Your receipt" },
    {
      kind: "paragraph",
      text: "These are the SHA-256 hashes of your files as we keep them. Keep this mail: it proves which files you sent us, and when.",
    },
    { kind: "facts", facts: hashes },
  ];
}

/** What there is to say of the music itself: its type and its tracks, the releases to move. */
function releaseFacts({ releaseType, tracks, catalogueItems }: ReleaseForm): [string, string][] {
  const moved = catalogueItems.map(({ title }) => title).join(", ");
  return [
    ...(tracks.length > 0 ? ([["Type", releaseTypes[releaseType]]] as [string, string][]) : []),
    ...(tracks.length > 1
      ? ([["Tracks", tracks.map(({ title }) => title).join(", ")]] as [string, string][])
      : []),
    ...(moved ? ([["Releases to transfer", moved]] as [string, string][]) : []),
  ];
}

function letter(submission: ConfirmedSubmission, brand: Brand): Letter {
  const { form, reference } = submission;
  const title = oneLine(releaseName(form));
  const due = longDay(submission.replyDueAt);
  const facts: [string, string][] = [
    ["Artist", form.artistName],
    ["Release", title],
    ...releaseFacts(form),
    ...fileFacts(submission),
    ["Reference", reference],
    ["Reply due by", due],
  ];
  return {
    subject: `We received "${title}" (${reference})`,
    blocks: [
      { kind: "paragraph", text: `Hello ${form.firstName || form.artistName},` },
      {
        kind: "paragraph",
        text: `Thank you for sending your music to ${brand.name}. Your submission has arrived and is complete; there is nothing more you need to do.`,
      },
      { kind: "heading", text: "What we received" },
      { kind: "facts", facts },
      { kind: "heading", text: "What happens next" },
      {
        kind: "steps",
        steps: [
          "Our team listens to your release.",
          `We reply to this address within 7-10 business days, by ${due} at the latest.`,
          "If we cannot take the release on, our reply tells you why.",
        ],
      },
      ...receipt(submission.files),
      {
        kind: "paragraph",
        text: `Questions, or something to correct? Write to ${brand.supportEmail} and mention ${reference}.`,
      },
      { kind: "paragraph", text: `The ${brand.name} team` },
    ],
  };
}

/** The mail that confirms a submission to the artist. */
export function confirmationMail(submission: ConfirmedSubmission, brand: Brand): Mail {
  return mailOf(letter(submission, brand), {
    dedupeKey: `confirmation:${submission.id}`,
    kind: "confirmation",
    recipient: submission.email,
    submissionId: submission.id,
  });
}
