import { errorReason, type Log } from "~/monitoring/log";
import type { BoardConnection } from "./board-connection.server";
import { type ColumnMap, columnOverride, defaultColumns, parseColumnMap } from "./column-map";

/** The key of the override in the CONFIG namespace. */
const COLUMN_MAP_KEY = "board-columns";

/** The CONFIG namespace, as far as it is needed here. */
interface ConfigReader {
  get(key: string): Promise<string | null>;
}

/** The column map in force. An override that cannot be read is reported and does not count. */
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

/** The same for writing. */
interface ConfigWriter {
  put(key: string, value: string): Promise<void>;
}

/** Stores the column map. Within a minute it is read everywhere. @throws what KV throws. */
async function storeColumnMap(config: ConfigWriter, map: ColumnMap): Promise<void> {
  await config.put(COLUMN_MAP_KEY, columnOverride(map));
}

/** The board, and where things stand on it. */
export interface BoardService {
  /** How it is reached, if at all. */
  connection: BoardConnection;
  columns: () => Promise<ColumnMap>;
  /** @throws what KV throws. */
  storeColumns: (map: ColumnMap) => Promise<void>;
}

/** The board for whoever reads and writes its items. */
export type ItemBoard = Pick<BoardService, "connection" | "columns">;

/** The board that a connection leads to, with the columns that KV has for it. */
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
