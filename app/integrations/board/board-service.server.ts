import { errorReason, type Log } from "~/observability/log";
import type { BoardConnection } from "./board-connection.server";
import { type ColumnMap, columnOverride, defaultColumns, parseColumnMap } from "./column-map";

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

/** Visible everywhere within a minute. @throws what KV throws. */
async function storeColumnMap(config: ConfigWriter, map: ColumnMap): Promise<void> {
  await config.put(COLUMN_MAP_KEY, columnOverride(map));
}

export interface BoardService {
  connection: BoardConnection;
  columns: () => Promise<ColumnMap>;
  /** @throws what KV throws. */
  storeColumns: (map: ColumnMap) => Promise<void>;
}

export type ItemBoard = Pick<BoardService, "connection" | "columns">;

export function openBoard(
  connection: BoardConnection,
  { config, log }: { config: ConfigReader & ConfigWriter; log: Log },
): BoardService {
  return {
    connection,
    columns: () => readColumnMap(config, log),
    storeColumns: (map) => storeColumnMap(config, map),
  };
}
