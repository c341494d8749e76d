import * as v from "valibot";
import { columnTypes } from "~/integrations/board/column-map";
import { type Columns, mondayError } from "./monday-columns";
import { addColumn } from "./monday-store";

interface ColumnArguments {
  board_id: string;
  id?: string | null;
  title: string;
}

/** The id that the board itself gives a new column. */
function nextColumnId(columns: Columns, type: string): string {
  let number = columns.size;
  while (columns.has(`${type}_${number}`)) number += 1;
  return `${type}_${number}`;
}

/** The mutations that add columns. Their ids are 1 to 20 characters, a to z and underscore. */
export function columnMutations(
  { db, columns }: { db: D1Database; columns: Columns },
  checkBoard: (id: string) => void,
) {
  async function create(args: ColumnArguments, column_type: string, labels: readonly string[]) {
    checkBoard(args.board_id);
    const type = v.safeParse(v.picklist(columnTypes), column_type);
    if (!type.success)
      throw mondayError("InvalidArgumentException", "The sandbox makes no columns of this type.");
    const { title } = args;
    if (title === "") throw mondayError("InvalidArgumentException", "Title can't be empty");
    const id = args.id ?? nextColumnId(columns, type.output);
    if (args.id && !/^[a-z_]{1,20}$/.test(args.id))
      throw mondayError("InvalidArgumentException", "Invalid column id", { column_id: id });
    if (columns.has(id))
      throw mondayError("InvalidArgumentException", "Column id is taken", { column_id: id });
    await addColumn(db, id, { type: type.output, title, labels });
    return { id, title, type: type.output };
  }
  return {
    create_column: (args: ColumnArguments & { column_type: string }) =>
      create(args, args.column_type, []),
    create_status_column: (
      args: ColumnArguments & { defaults?: { labels: { label: string }[] } | null },
    ) =>
      create(
        args,
        "status",
        (args.defaults?.labels ?? []).map(({ label }) => label),
      ),
  };
}
