import { eq } from "drizzle-orm";
import { boardParts } from "~/domain/board/board-tables.server";
import type { Database } from "~/platform/database.server";

export interface BoardPart {
  remoteId: string | null;
  hash: string;
}

export interface PartStore {
  find: (submissionId: string) => Promise<ReadonlyMap<string, BoardPart>>;
  store: (submissionId: string, part: string, value: BoardPart, now: Date) => Promise<void>;
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
  };
}
