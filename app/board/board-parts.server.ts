import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { boardParts } from "./board-tables.server";

/** A piece of a submission as it stands on the board. */
export interface BoardPart {
  remoteId: string | null;
  hash: string;
}

/** The pieces of submissions on the board. */
export interface PartStore {
  find: (submissionId: string) => Promise<ReadonlyMap<string, BoardPart>>;
  store: (submissionId: string, part: string, value: BoardPart, now: Date) => Promise<void>;
}

/** The pieces as the system of record keeps them. */
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
      const at = now.toISOString();
      await db
        .insert(boardParts)
        .values({ submissionId, part, remoteId, hash, createdAt: at, updatedAt: at })
        .onConflictDoUpdate({
          target: [boardParts.submissionId, boardParts.part],
          set: { remoteId, hash, updatedAt: at },
        });
    },
  };
}
