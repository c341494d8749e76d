import { longDate } from "~/platform/formats/dates";
import { type Greeted, greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { Block } from "./mail-content";

const list = (lines: readonly string[]): Block => ({ kind: "steps", steps: lines });

interface DeletionRequest {
  requestId: string;
  recipient: string;
  /** ISO time. */
  startsAt: string;
  dueAt: string;
  /** Page where it can be cancelled after signing in. */
  url: string;
  greeted: Greeted;
}

export function deletionRequestedMail(request: DeletionRequest, brand: Brand): Mail {
  const { requestId, recipient, startsAt, dueAt, url, greeted } = request;
  const letter = {
    subject: `You asked us to delete your ${brand.name} data`,
    blocks: [
      greetingBlock(greeted),
      `You asked us to delete your account and your data. We begin on ${longDate(startsAt)} and finish by ${longDate(dueAt)} at the latest. Then we send you one last email. It lists what we deleted and what we must keep.`,
      `Until ${longDate(startsAt)} you can change your mind, and download everything first.`,
      { kind: "link", label: "See what you asked for", url } as const,
      `Was it not you? Then somebody else is signed in to your account. Cancel the request there, sign them out in your profile, and write to ${brand.supportEmail}.`,
    ],
  };
  const dedupeKey = `deletion-asked:${requestId}`;
  return toMail(letter, brand, { dedupeKey, kind: "deletion-asked", recipient });
}

interface Deletion {
  requestId: string;
  recipient: string;
  deleted: readonly string[];
  kept: readonly string[];
}

/** The last mail to an artist, whose name is gone: what was deleted, and what is retained and why. */
export function dataDeletedMail(deletion: Deletion, brand: Brand): Mail {
  const { requestId, recipient, deleted, kept } = deletion;
  const letter = {
    subject: `Your ${brand.name} data is deleted`,
    blocks: [
      greetingBlock(),
      "As you asked, we deleted what we held about you. You can't sign in any more.",
      { kind: "heading", text: "What we deleted" } as const,
      list(deleted),
      { kind: "heading", text: "What we keep, and why" } as const,
      list(kept),
      "We delete the files from our storage within an hour, and the copy on our cloud drive. The copy on our work board stays in its bin for 30 days. Then it is deleted too.",
      `This is our last email to you. We keep no copy of its text. If you disagree with what we keep, write to ${brand.supportEmail}, or complain to the Information Commissioner's Office (ico.org.uk).`,
    ],
  };
  const dedupeKey = `data-deleted:${requestId}`;
  return toMail(letter, brand, { dedupeKey, kind: "data-deleted", recipient });
}
