import { longDate } from "~/platform/formats/dates";
import { type Greeted, greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { Block } from "./mail-content";

const paragraph = (text: string): Block => ({ kind: "paragraph", text });
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
      paragraph(
        `You asked us to delete your account and what we hold about you. We begin on ${longDate(startsAt)} and are done by ${longDate(dueAt)} at the latest. Then you get one last mail from us, with what was deleted and what the law has us keep.`,
      ),
      paragraph(
        `Until ${longDate(startsAt)} you can change your mind, and download everything first.`,
      ),
      { kind: "link", label: "See what you asked for", url } as const,
      paragraph(
        `Was it not you? Then somebody else is signed in as you: take it back there, end their session in your profile, and write to ${brand.supportEmail}.`,
      ),
      paragraph(`The ${brand.name} team`),
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
      paragraph("As you asked, we deleted what we held about you. You can't sign in any more."),
      { kind: "heading", text: "What we deleted" } as const,
      list(deleted),
      { kind: "heading", text: "What we keep, and why" } as const,
      list(kept),
      paragraph(
        "Files leave our storage within the hour. The copy on our cloud drive is deleted. The copy on our work board lies in its bin for 30 days, then it is gone, too.",
      ),
      paragraph(
        `This is our last mail to you; we keep no copy of its text. If you disagree with what we keep, write to ${brand.supportEmail}, or complain to the Information Commissioner's Office (ico.org.uk).`,
      ),
      paragraph(`The ${brand.name} team`),
    ],
  };
  const dedupeKey = `data-deleted:${requestId}`;
  return toMail(letter, brand, { dedupeKey, kind: "data-deleted", recipient });
}
