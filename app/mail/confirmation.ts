import type { ReleaseForm, StoredFile } from "~/submission/release-form";
import { releaseName } from "~/submission/release-name";
import { type Letter, letterHtml, letterText } from "./letter";

/** A mail ready for the outbox. */
export interface Mail {
  /** Names the occasion: a second mail with the same key is not written. */
  dedupeKey: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** What the confirmation tells; times are ISO strings in UTC. */
export interface ConfirmedSubmission {
  id: string;
  reference: string;
  email: string;
  replyDueAt: string;
  form: ReleaseForm;
  files: readonly StoredFile[];
}

export interface Brand {
  name: string;
  supportEmail: string;
}

const releaseTypes = { single: "Single", ep: "EP", lp: "Album" } as const;

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A day in US long format, such as March 12, 2027. */
const day = (iso: string) => longDate.format(new Date(iso));

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
  // A line break in a title must not become a second header of the mail.
  const title = releaseName(form).replace(/\s+/g, " ").trim();
  const due = day(submission.replyDueAt);
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
  const content = letter(submission, brand);
  return {
    dedupeKey: `confirmation:${submission.id}`,
    kind: "confirmation",
    recipient: submission.email,
    subject: content.subject,
    text: letterText(content),
    html: letterHtml(content),
  };
}
