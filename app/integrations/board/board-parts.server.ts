import { eq } from "drizzle-orm";
import { boardParts } from "~/domain/board/board-tables.server";
import type { Database } from "~/platform/database.server";

/** `hash` is empty while a part is only begun. */
export interface BoardPart {
  remoteId: string | null;
  hash: string;
}

export interface PartStore {
  find: (submissionId: string) => Promise<ReadonlyMap<string, BoardPart>>;
  store: (submissionId: string, part: string, value: BoardPart, now: Date) => Promise<void>;
  /**
   * Records that a part is begun, before the board hears of it.
   * @returns whether this call did: where it was begun before, it may be on the board.
   */
  begin: (submissionId: string, part: string, now: Date) => Promise<boolean>;
}

/** Less than the time for which the board remembers an idempotency key. */
const FIRST_TRY_MS = 25 * 60_000;

/**
 * Whether a part of a submission cannot be on the board yet, so that it need not be searched there.
 * What was recorded a while ago may be there although nothing here says so, as after a restored backup.
 */
export async function isFirstTry(
  parts: Pick<PartStore, "begin">,
  { id, createdAt }: { id: string; createdAt: string },
  part: string,
  now: Date,
): Promise<boolean> {
  const isYoung = now.getTime() < Date.parse(createdAt) + FIRST_TRY_MS;
  return (await parts.begin(id, part, now)) && isYoung;
}

export function partStore(db: Database): PartStore {
  return {
    async find(submissionId) {
      const rows = await db
        .select()
        .from(boardParts)
        .where(eq(boardParts.submissionId, submissionId));
      return new Map(rows.map(({ part, remoteId, hash }) => [part, { remoteId, hash }]));
    },
    async store(submissionId, part, { remoteId, hash }, now) {
      const timestamp = now.toISOString();
      await db
        .insert(boardParts)
        .values({ submissionId, part, remoteId, hash, createdAt: timestamp, updatedAt: timestamp })
        .onConflictDoUpdate({
          target: [boardParts.submissionId, boardParts.part],
          set: { remoteId, hash, updatedAt: timestamp },
        });
    },
    async begin(submissionId, part, now) {
      const timestamp = now.toISOString();
      const begun = await db
        .insert(boardParts)
        .values({ submissionId, part, hash: "", createdAt: timestamp, updatedAt: timestamp })
        .onConflictDoNothing()
        .returning({ part: boardParts.part });
      return begun.length > 0;
    },
  };
}
