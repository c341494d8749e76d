import { BoardError, boardProblemText } from "~/domain/board/board-error";
import { auditThenRun } from "~/domain/review/audit-then-run.server";
import { integrations } from "~/domain/review/integrations";
import { boardColumns } from "~/integrations/board/board-client.server";
import { type ColumnMap, defaultColumns } from "~/integrations/board/column-map";
import { createColumns } from "~/integrations/board/create-columns.server";
import {
  type ColumnMatch,
  isSameMap,
  matchColumns,
  toColumnMap,
} from "~/integrations/board/match-columns";
import { unseenBoardText, withAdvice } from "~/integrations/board/refusal-text";
import { errorReason } from "~/observability/log";
import type { Staff } from "~/platform/principal";
import { redactSecrets } from "~/platform/redact-secrets";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";

interface BoardColumns {
  ok: true;
  name: string;
  columns: number;
  places: ColumnMatch[];
  map: ColumnMap;
  isSaved: boolean;
}

type UnreadBoard = { ok: false; status: 200 | 429 | 502; trouble: string; wait?: number };

const OFF = `No board is connected. Set ${integrations.board.settings.join(" and ")}, then read its columns here. Until then submissions are reviewed on these pages alone.`;

function toFailure({ settings, clock }: AppContext, error: BoardError): UnreadBoard {
  const { retryAfterSeconds: wait } = error;
  const trouble = redactSecrets(boardProblemText(error, clock()), settings);
  return { ok: false, status: wait === undefined ? 502 : 429, trouble, wait };
}

/** Reads the board and matches each field to a column by id, title and type. */
export async function readBoard(context: AppContext): Promise<BoardColumns | UnreadBoard> {
  const { connection: board, columns } = context.boardSetup;
  if (board.state === "off") return { ok: false, status: 200, trouble: OFF };
  // The stored map only helps matching: without it fields are matched by title and type.
  const storedMap = await columns().catch((error: unknown) => {
    context.log("error", "config.unreadable", { reason: errorReason(error) });
    return defaultColumns;
  });
  try {
    const currentBoard = await withAdvice(storedMap, () =>
      boardColumns(board.client, board.boardId),
    );
    if (!currentBoard) {
      return { ok: false, status: 502, trouble: unseenBoardText(board.boardId) };
    }
    const places = matchColumns(currentBoard.columns, storedMap);
    const map = toColumnMap(places);
    const about = { name: currentBoard.name, columns: currentBoard.columns.length, places, map };
    return { ok: true, ...about, isSaved: isSameMap(map, storedMap) };
  } catch (error) {
    if (error instanceof BoardError) return toFailure(context, error);
    throw error;
  }
}

const NOT_STORED =
  "The map could not be saved just now, and the one before still holds. Try again in a minute.";

async function save(context: AppContext, actor: Staff, map: ColumnMap): Promise<boolean> {
  const { scope, boardSetup, log } = context;
  const auditEntry = { action: "columns-mapped", failureAction: "columns-not-mapped" } as const;
  try {
    const attribution = { by: actor, requestId: scope.requestId };
    await auditThenRun(context, attribution, auditEntry, () => boardSetup.storeColumns(map));
    return true;
  } catch (error) {
    log("error", "columns.not-stored", { reason: errorReason(error) });
    return false;
  }
}

/** The fields without a column that can hold them. */
export const missingFields = ({ places }: BoardColumns) =>
  places.flatMap(({ field, status }) =>
    status === "missing" || status === "unfit" ? [field] : [],
  );

/** Saves the column map. @throws Response 503. */
export async function saveColumns(context: AppContext, { map }: BoardColumns, actor: Staff) {
  if (!(await save(context, actor, map))) throw refusal(503, NOT_STORED);
}

/** Creates the missing columns, at most twenty at once, and saves the map. @throws Response 503. */
export async function makeColumns(context: AppContext, columns: BoardColumns, actor: Staff) {
  const { scope, settings, clock } = context;
  const { places, map } = columns;
  const { connection: board } = context.boardSetup;
  if (board.state === "off") throw refusal(503, OFF);
  const missing = missingFields(columns);
  const auditEntry = {
    ...({ action: "columns-made", failureAction: "columns-not-made" } as const),
    detail: missing.join(", "),
  };
  const attribution = { by: actor, requestId: scope.requestId };
  let trouble: string | undefined;
  const result = { made: 0, left: 0 };
  try {
    await auditThenRun(context, attribution, auditEntry, async () => {
      const { created, remaining, error } = await createColumns(
        board.client,
        board.boardId,
        missing,
      );
      Object.assign(result, { made: created.length, left: remaining });
      const columnByField = new Map(created.map(({ field, column }) => [field, column]));
      const updatedPlaces = places.map((place): ColumnMatch => {
        const column = columnByField.get(place.field);
        const { type } = map[place.field];
        return column
          ? { field: place.field, status: "found", column: { ...column, type } }
          : place;
      });
      if (created.length > 0 && !(await save(context, actor, toColumnMap(updatedPlaces))))
        trouble = NOT_STORED;
      if (error) await withAdvice(map, () => Promise.reject(error));
    });
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    const explanation = redactSecrets(boardProblemText(error, clock()), settings);
    const outcome =
      result.made === 0 ? "No column was made." : `${result.made} were made, then it ended.`;
    trouble = `${outcome} ${explanation}`;
  }
  if (trouble !== undefined) throw refusal(503, trouble);
  return result;
}
