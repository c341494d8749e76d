import type { Board } from "~/domain/board/board";
import { recordOutcome } from "~/observability/health/health-checks.server";
import { errorReason, type Log } from "~/observability/log";
import type { Database } from "~/platform/database.server";
import type { BoardConnection } from "./board-connection.server";
import { partStore } from "./board-parts.server";
import { type ColumnMap, columnOverride, defaultColumns, parseColumnMap } from "./column-map";
import { mondayBoard } from "./monday-board.server";

const COLUMN_MAP_KEY = "board-columns";

interface ConfigReader {
  get(key: string): Promise<string | null>;
}

/** Reads the column map. An invalid override is logged and ignored. */
export async function readColumnMap(config: ConfigReader, log: Log): Promise<ColumnMap> {
  const override = await config.get(COLUMN_MAP_KEY);
  if (override === null) return defaultColumns;
  try {
    return parseColumnMap(override);
  } catch (error) {
    log("error", "config.unreadable", { reason: `${COLUMN_MAP_KEY}: ${errorReason(error)}` });
    return defaultColumns;
  }
}

interface ConfigWriter {
  put(key: string, value: string): Promise<void>;
}

/** What only those need who set the board up, or speak its own API. */
export interface BoardSetup {
  connection: BoardConnection;
  columns: () => Promise<ColumnMap>;
  /** Visible everywhere within a minute. @throws what KV throws. */
  storeColumns: (map: ColumnMap) => Promise<void>;
}

/** The board, undefined while none is connected, and its setup. */
export function openBoard(
  connection: BoardConnection,
  { db, config, log }: { db: Database; config: ConfigReader & ConfigWriter; log: Log },
): { board: Board | undefined; boardSetup: BoardSetup } {
  const columns = () => readColumnMap(config, log);
  const parts = partStore(db);
  return {
    board:
      connection.state === "off"
        ? undefined
        : mondayBoard(connection, {
            columns,
            parts,
            // Where D1 fails, the next call is recorded: no call of the board fails for it.
            onOutcome: (outcome) =>
              recordOutcome(db, {
                ...outcome,
                integration: "board",
                at: connection.client.now(),
              }).catch(() => undefined),
          }),
    boardSetup: {
      connection,
      columns,
      storeColumns: (map) => config.put(COLUMN_MAP_KEY, columnOverride(map)),
    },
  };
}
