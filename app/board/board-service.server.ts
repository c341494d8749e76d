import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";
import { type BoardConnection, boardConnection } from "./board-connection.server";
import type { ColumnMap } from "./column-map";
import {
  type ConfigReader,
  type ConfigWriter,
  readColumnMap,
  storeColumnMap,
} from "./column-map-store.server";

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

/** The board that the settings name, with the columns that KV has for it. */
export function openBoard(
  settings: Parameters<typeof boardConnection>[0],
  sandbox: Fetcher | undefined,
  { config, log, clock }: { config: ConfigReader & ConfigWriter; log: Log; clock: Clock },
): BoardService {
  return {
    connection: boardConnection(settings, sandbox, clock),
    columns: () => readColumnMap(config, log),
    storeColumns: (map) => storeColumnMap(config, map),
  };
}
