import { nextStepsAfterJoining } from "~/domain/submission/record/what-happens-next";
import { longDate } from "~/platform/formats/dates";
import { greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";

/** Times are ISO strings in UTC. */
interface JoinedArtist {
  id: string;
  reference: string;
  replyDueAt: string;
  artistData: {
    artistName: string;
    firstName: string;
    email: string;
    listenLink: string;
  };
}

/** Deduplication key. */
export const waitingListMailKey = (entryId: string) => `waiting-list:${entryId}`;

/**
 * Confirms a waiting list entry. Contains nothing of what was written about the music: anybody can
 * enter anybody's address.
 */
export function waitingListMail(entry: JoinedArtist, brand: Brand): Mail {
  const { id, reference, replyDueAt, artistData } = entry;
  const { artistName, email, listenLink } = artistData;
  const due = longDate(replyDueAt);
  const letter: Omit<MailContent, "brand"> = {
    subject: `You are on the waiting list of ${brand.name} (${reference})`,
    blocks: [
      greetingBlock(artistData),
      `Thank you for sharing your new music with ${brand.name}. Your details have arrived, so there's nothing more for you to do.`,
      {
        kind: "keys",
        facts: [
          ["Reply due by", due],
          ["Reference", reference],
        ],
      },
      { kind: "heading", text: "What we received" },
      {
        kind: "facts",
        facts: [
          ["Artist", artistName],
          ["Listen link", listenLink],
        ],
      },
      { kind: "heading", text: "What happens next" },
      { kind: "steps", steps: nextStepsAfterJoining({ due, to: "this address" }) },
      `Questions, or something to correct? Write to ${brand.supportEmail} and mention ${reference}.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: waitingListMailKey(id),
    kind: "waiting-list",
    recipient: email,
  });
}
