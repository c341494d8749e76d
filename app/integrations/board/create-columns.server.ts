import * as v from "valibot";
import { boardLabels } from "~/domain/submission/record/board-labels";
import { type MondayClient, mutateBoard } from "./board-request.server";
import { type BoardField, defaultColumns } from "./column-map";
import { CREATE_COLUMN, CREATE_STATUS_COLUMN } from "./graphql-documents";
import { columnSchema, columnTitle, type FoundColumn } from "./match-columns";
import { MondayError } from "./monday-error.server";

const createdSchema = v.object({ create_column: columnSchema });
const createdStatusSchema = v.object({ create_status_column: columnSchema });

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

/** Labels of a new status column. The board reserves index 5 for no label. */
function createLabels(field: BoardField) {
  return (boardLabels[field] ?? []).map((label, position) => {
    const index = position < 5 ? position : position + 1;
    return { label, color: COLOURS[position % COLOURS.length], index };
  });
}

/** @param id undefined lets the board generate one. @throws MondayError */
async function createColumn(
  client: MondayClient,
  boardId: string,
  field: BoardField,
  id: string | undefined,
): Promise<FoundColumn> {
  const { type } = defaultColumns[field];
  const columnFields = { boardId, id, title: columnTitle(field) };
  if (type !== "status")
    return (await mutateBoard(client, createdSchema, CREATE_COLUMN, { ...columnFields, type })).data
      .create_column;
  const variables = { ...columnFields, defaults: { labels: createLabels(field) } };
  return (await mutateBoard(client, createdStatusSchema, CREATE_STATUS_COLUMN, variables)).data
    .create_status_column;
}

/** A worker is limited to fifty calls for each request on the smallest plan. */
const MAX_PER_CALL = 20;

interface CreatedColumns {
  created: { field: BoardField; column: FoundColumn }[];
  remaining: number;
  error?: MondayError;
}

/**
 * Creates columns with titles, types and labels, in order: under the default id, or under a
 * generated one if the board refuses that. Stops at the first failure.
 */
export async function createColumns(
  client: MondayClient,
  boardId: string,
  fields: readonly BoardField[],
): Promise<CreatedColumns> {
  const newColumns: CreatedColumns["created"] = [];
  const remaining = Math.max(0, fields.length - MAX_PER_CALL);
  for (const field of fields.slice(0, MAX_PER_CALL)) {
    try {
      const defaultId = defaultColumns[field].id;
      const column = await createColumn(client, boardId, field, defaultId).catch(
        (error: unknown) => {
          // The board never reuses an id, not even of a deleted column.
          if (!(error instanceof MondayError) || !error.permanent) throw error;
          return createColumn(client, boardId, field, undefined);
        },
      );
      newColumns.push({ field, column });
    } catch (error) {
      if (error instanceof MondayError) return { created: newColumns, remaining, error };
      throw error;
    }
  }
  return { created: newColumns, remaining };
}
