import {
  needsConfirmation,
  type SplitTrack,
  type SplitWriter,
  writerEmailKey,
  writerName,
} from "./splits";

/** For how long the link of a letter opens anything. */
export const SPLIT_LINK_DAYS = 60;

/** What a songwriter was asked and has said, as it is stored. */
export interface SplitRequestRow {
  trackId: string;
  songwriterId: string;
  email: string;
  /** The track and everybody's shares of it, as they were asked about. */
  split: string;
  splitHash: string;
  state: string;
  note: string | null;
  createdAt: string;
  answeredAt: string | null;
}

/**
 * Where a songwriter's share stands: `me` is the artist's own; `unasked` has no address yet, or has not
 * been sent the shares as they are now; `expired`: the link went unanswered for too long.
 */
export type ShareState = "me" | "unasked" | "waiting" | "expired" | "confirmed" | "disputed";

export interface WriterState {
  writer: SplitWriter;
  state: ShareState;
  note?: string | undefined;
  /** When they were asked, or have answered. */
  at?: string | undefined;
}

/** Since when a link is still open, of one that was sent. */
export const linkCutoff = (now: Date) =>
  new Date(now.getTime() - SPLIT_LINK_DAYS * 86_400_000).toISOString();

/** As much of that as tells where a share stands. */
export type SplitAnswerRow = Omit<SplitRequestRow, "split" | "splitHash">;

/**
 * Where every share of a track stands.
 * @param rows what was asked about the shares as they are now.
 */
export function writerStates(
  track: SplitTrack,
  { rows, now }: { rows: readonly SplitAnswerRow[]; now: Date },
): WriterState[] {
  return track.writers.map((writer) => {
    if (writer.me) return { writer, state: "me" };
    const row = rows.find(
      (one) =>
        one.trackId === track.id &&
        one.songwriterId === writer.id &&
        one.email === writerEmailKey(writer) &&
        one.state !== "replaced",
    );
    if (!row || !needsConfirmation(writer)) return { writer, state: "unasked" };
    const { note, createdAt, answeredAt } = row;
    const answer = { writer, note: note ?? undefined, at: answeredAt ?? createdAt };
    if (row.state === "confirmed" || row.state === "disputed")
      return { ...answer, state: row.state };
    return { ...answer, state: createdAt < linkCutoff(now) ? "expired" : "waiting" };
  });
}

/** The states in words, as artists and staff read them. */
export const SHARE_STATE_LABELS: Readonly<Record<ShareState, string>> = {
  me: "The artist",
  unasked: "Not asked yet",
  waiting: "Waiting",
  expired: "Not answered",
  confirmed: "Confirmed",
  disputed: "Disputed",
};

/** Who has which share of a track, and what they say of it, on one line. */
export function sharesText(states: readonly WriterState[]): string {
  return states
    .map(({ writer, state, note }) => {
      const words = SHARE_STATE_LABELS[state].toLowerCase();
      const why = state === "disputed" && note ? `: ${note.replace(/\s+/g, " ")}` : "";
      return `${writerName(writer)} ${writer.percentage}% (${words}${why})`;
    })
    .join("; ");
}
