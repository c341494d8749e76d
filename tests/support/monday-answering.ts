import type { PartStore } from "~/integrations/board/board-parts.server";
import { type ColumnMap, defaultColumns } from "~/integrations/board/column-map";
import { mondayBoard } from "~/integrations/board/monday-board.server";
import { type Clock, systemClock } from "~/platform/clock";

export interface MondayAnswers {
  send: (request: Request) => Promise<Response>;
  now?: Clock;
  columns?: () => Promise<ColumnMap>;
  parts?: PartStore;
  timeoutMs?: number;
}

const noParts: PartStore = {
  find: async () => new Map(),
  store: async () => {},
  begin: async () => true,
};

/** The board on monday.com, which answers so. */
export function mondayAnswering({
  send,
  now = systemClock,
  columns = async () => defaultColumns,
  parts = noParts,
  ...options
}: MondayAnswers) {
  const client = { send, token: "sandbox", now, ...options };
  const connection = { state: "sandbox", client, boardId: "1" } as const;
  return mondayBoard(connection, { columns, parts, pipe: () => new TransformStream() });
}
