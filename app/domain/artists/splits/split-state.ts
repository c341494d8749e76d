import type { ShareState } from "~/domain/submission/record/pending-actions";
import { writtenName } from "~/platform/formats/written-name";
import type { splitConfirmations } from "../artist-tables.server";
import type { SplitPerson } from "./split-people";
import {
  needsConfirmation,
  type SplitTrack,
  type SplitWriter,
  shortNames,
  writerEmailKey,
} from "./splits";

/** A question and its answer, as far as they decide the state of a share. */
export type SplitAnswerRow = Pick<
  typeof splitConfirmations.$inferSelect,
  "trackId" | "name" | "email" | "share" | "state" | "note" | "createdAt" | "answeredAt"
>;

export const SPLIT_LINK_DAYS = 60;
/** Days after which a songwriter who has not answered is reminded, once. */
export const SPLIT_REMINDER_DAYS = 7;
/** Characters of what a songwriter says is wrong. */
export const MAX_DISPUTE_LENGTH = 1_000;

export interface WriterState {
  writer: SplitWriter;
  state: ShareState;
  note?: string | undefined;
  /** When they answered, else when they were asked. */
  changedAt?: string | undefined;
}

export const linkCutoff = (now: Date) =>
  new Date(now.getTime() - SPLIT_LINK_DAYS * 86_400_000).toISOString();

/**
 * The state of each share of a track. An answer holds while the songwriter's own name, address and
 * share are those of the question, whatever becomes of the shares of others.
 */
export function writerStates(
  track: SplitTrack,
  { rows, now }: { rows: readonly SplitAnswerRow[]; now: Date },
): WriterState[] {
  return track.writers.map((writer) => {
    if (writer.me) return { writer, state: "me" };
    const row = rows.find(
      (candidate) =>
        candidate.trackId === track.id &&
        candidate.email === writerEmailKey(writer) &&
        candidate.name === writtenName(writer) &&
        candidate.share === Number(writer.percentage) &&
        candidate.state !== "replaced",
    );
    if (!row || !needsConfirmation(writer)) return { writer, state: "unasked" };
    const { note, createdAt, answeredAt } = row;
    const answer = { writer, note: note ?? undefined, changedAt: answeredAt ?? createdAt };
    if (row.state === "confirmed" || row.state === "disputed")
      return { ...answer, state: row.state };
    return { ...answer, state: createdAt < linkCutoff(now) ? "expired" : "waiting" };
  });
}

export const SHARE_STATE_LABELS: Readonly<Record<ShareState, string>> = {
  me: "The artist",
  unasked: "Not asked yet",
  waiting: "Waiting",
  expired: "Not answered",
  confirmed: "Confirmed",
  disputed: "Disputed",
};

export function sharesText(states: readonly WriterState[]): string {
  return states
    .map(({ writer, state, note }) => {
      const label = SHARE_STATE_LABELS[state].toLowerCase();
      const reason = state === "disputed" && note ? `: ${note.replace(/\s+/g, " ")}` : "";
      return `${writtenName(writer)} ${writer.percentage}% (${label}${reason})`;
    })
    .join("; ");
}

/** One sentence for each songwriter who is to be asked: how many tracks their email is about. */
export function askText(
  people: readonly SplitPerson[],
  states: readonly (readonly WriterState[])[],
): string {
  const names = shortNames(people);
  const sentences = people.flatMap(({ id, email }, index) => {
    const count = states.filter((track) =>
      track.some(({ writer, state }) => writer.id === id && /^(unasked|expired)$/.test(state)),
    ).length;
    if (count === 0) return [];
    if (!email) return [`${names[index]} needs an address first.`];
    return [`${names[index]} gets one email about ${count} ${count === 1 ? "track" : "tracks"}.`];
  });
  return sentences.join(" ") || "Nobody is left to ask about these shares.";
}
