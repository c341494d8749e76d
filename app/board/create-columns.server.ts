import * as v from "valibot";
import { BoardError } from "./board-error.server";
import { boardLabels } from "./board-labels";
import { type MondayClient, mutateBoard } from "./board-request.server";
import { type BoardField, defaultColumns } from "./column-map";
import { CREATE_COLUMN, CREATE_STATUS_COLUMN } from "./graphql-documents";
import { columnTitle, type FoundColumn } from "./match-columns";

const column = v.object({ id: v.string(), title: v.string(), type: v.string() });
const createdSchema = v.object({ create_column: column });
const createdStatusSchema = v.object({ create_status_column: column });

/** The board's own, told apart at a glance; its green and red are for labels that say so. */
const COLOURS = [
  "working_orange",
  "bright_blue",
  "purple",
  "done_green",
  "grass_green",
  "stuck_red",
  "dark_red",
  "dark_blue",
];

/** The labels of a status column as it is made with them. The board keeps index 5 for no label. */
function labelsOf(field: BoardField) {
  return (boardLabels[field] ?? []).map((label, place) => {
    const index = place < 5 ? place : place + 1;
    return { label, color: COLOURS[place % COLOURS.length], index };
  });
}

/** Makes one column. @param id of our own; left out, the board gives one. @throws BoardError */
async function createColumn(
  client: MondayClient,
  boardId: string,
  field: BoardField,
  id: string | undefined,
): Promise<FoundColumn> {
  const { type } = defaultColumns[field];
  const columnFacts = { boardId, id, title: columnTitle(field) };
  if (type !== "status")
    return (await mutateBoard(client, createdSchema, CREATE_COLUMN, { ...columnFacts, type })).data
      .create_column;
  const variables = { ...columnFacts, defaults: { labels: labelsOf(field) } };
  return (await mutateBoard(client, createdStatusSchema, CREATE_STATUS_COLUMN, variables)).data
    .create_status_column;
}

/** A worker may make fifty calls for one press on the smallest plan; the board's limits are wider. */
const AT_ONCE = 20;

/** What came of a wish for columns: those that are there now, and why the others are not. */
interface CreatedColumns {
  created: { field: BoardField; column: FoundColumn }[];
  /** Wanted beyond what one press makes. */
  left: number;
  error?: BoardError;
}

/**
 * Makes the columns of some fields, with their titles, types and labels, one after the other: under
 * the usual id, or, where the board will not have that once more, under one of its own. Stops at the
 * first that cannot be made.
 */
export async function createColumns(
  client: MondayClient,
  boardId: string,
  fields: readonly BoardField[],
): Promise<CreatedColumns> {
  const newColumns: CreatedColumns["created"] = [];
  const remaining = Math.max(0, fields.length - AT_ONCE);
  for (const field of fields.slice(0, AT_ONCE)) {
    try {
      const usual = defaultColumns[field].id;
      const column = await createColumn(client, boardId, field, usual).catch((error: unknown) => {
        // An id is never given twice, not even after its column was deleted.
        if (!(error instanceof BoardError) || !error.permanent) throw error;
        return createColumn(client, boardId, field, undefined);
      });
      newColumns.push({ field, column });
    } catch (error) {
      if (error instanceof BoardError) return { created: newColumns, left: remaining, error };
      throw error;
    }
  }
  return { created: newColumns, left: remaining };
}
