import { BoardError } from "~/board/board-error.server";
import { boardProblemText } from "~/board/board-probe.server";
import { type ColumnMap, defaultColumns } from "~/board/column-map";
import { createColumns } from "~/board/create-columns.server";
import { type ColumnMatch, isSameMap, matchColumns, toColumnMap } from "~/board/match-columns";
import { boardColumns } from "~/board/monday-client.server";
import { errorReason } from "~/monitoring/log";
import type { Staff } from "~/platform/principal";
import { redactSecrets } from "~/platform/redact-secrets";
import type { Portal } from "~/session/portal";
import { auditThenRun } from "~/staff/audit-then-run.server";

/** The board's columns and the match of each field, or why it could not be read. */
type ReadBoard =
  | {
      ok: true;
      name: string;
      columns: number;
      places: ColumnMatch[];
      map: ColumnMap;
      isSaved: boolean;
    }
  | { ok: false; status: 200 | 429 | 502; trouble: string; wait?: number };

const OFF =
  "No board is connected. Set MONDAY_TOKEN and MONDAY_BOARD_ID, then read its columns here. Until then submissions are reviewed on these pages alone.";

function troubleOf({ settings }: Portal, error: BoardError, map: ColumnMap): ReadBoard {
  const { retryAfterSeconds: wait } = error;
  const trouble = redactSecrets(boardProblemText(error, map), settings);
  return { ok: false, status: wait === undefined ? 502 : 429, trouble, wait };
}

/** Reads the board and matches each field to a column by id, title and type. */
export async function readBoard(portal: Portal): Promise<ReadBoard> {
  const { connection: board, columns } = portal.board;
  if (board.state === "off") return { ok: false, status: 200, trouble: OFF };
  // The stored map only helps matching: without it fields are matched by title and type.
  const before = await columns().catch((error: unknown) => {
    portal.log("error", "config.unreadable", { reason: errorReason(error) });
    return defaultColumns;
  });
  try {
    const live = await boardColumns(board.client, board.boardId);
    if (!live) {
      const trouble = `The token does not see board ${board.boardId}. Set MONDAY_BOARD_ID to a board that it may write to.`;
      return { ok: false, status: 502, trouble };
    }
    const places = matchColumns(live.columns, before);
    const map = toColumnMap(places);
    const about = { name: live.name, columns: live.columns.length, places, map };
    return { ok: true, ...about, isSaved: isSameMap(map, before) };
  } catch (error) {
    if (error instanceof BoardError) return troubleOf(portal, error, before);
    throw error;
  }
}

type ColumnsDone = { ok: true; made: number; left: number } | { ok: false; text: string };

const KV_AWAY =
  "The map could not be saved just now, and the one before still holds. Try again in a minute.";

async function save(portal: Portal, by: Staff, map: ColumnMap): Promise<boolean> {
  const { scope, board, log } = portal;
  const deed = { action: "columns-mapped", otherwise: "columns-not-mapped" } as const;
  try {
    const doer = { by, requestId: scope.requestId };
    await auditThenRun(portal, doer, deed, () => board.storeColumns(map));
    return true;
  } catch (error) {
    log("error", "columns.not-stored", { reason: errorReason(error) });
    return false;
  }
}

/** Saves the column map. */
export async function saveColumns(
  portal: Portal,
  { map }: Extract<ReadBoard, { ok: true }>,
  by: Staff,
): Promise<ColumnsDone> {
  return (await save(portal, by, map))
    ? { ok: true, made: 0, left: 0 }
    : { ok: false, text: KV_AWAY };
}

/** Creates the missing columns, at most twenty at once, and saves the map. */
export async function makeColumns(
  portal: Portal,
  { places, map }: Extract<ReadBoard, { ok: true }>,
  by: Staff,
): Promise<ColumnsDone> {
  const { scope, settings } = portal;
  const { connection: board } = portal.board;
  if (board.state === "off") return { ok: false, text: OFF };
  const missingFields = places.flatMap(({ field, is }) =>
    is === "missing" || is === "unfit" ? [field] : [],
  );
  const deed = {
    ...({ action: "columns-made", otherwise: "columns-not-made" } as const),
    detail: missingFields.join(", "),
  };
  const doer = { by, requestId: scope.requestId };
  let trouble: string | undefined;
  const came = { made: 0, left: 0 };
  try {
    await auditThenRun(portal, doer, deed, async () => {
      const { created, left, error } = await createColumns(
        board.client,
        board.boardId,
        missingFields,
      );
      Object.assign(came, { made: created.length, left });
      const columnByField = new Map(created.map(({ field, column }) => [field, column]));
      const now = places.map((place): ColumnMatch => {
        const column = columnByField.get(place.field);
        const { type } = map[place.field];
        return column ? { field: place.field, is: "found", column: { ...column, type } } : place;
      });
      if (created.length > 0 && !(await save(portal, by, toColumnMap(now)))) trouble = KV_AWAY;
      if (error) throw error;
    });
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    const explanation = redactSecrets(boardProblemText(error, map), settings);
    const outcome =
      came.made === 0 ? "No column was made." : `${came.made} were made, then it ended.`;
    trouble = `${outcome} ${explanation}`;
  }
  return trouble === undefined ? { ok: true, ...came } : { ok: false, text: trouble };
}
