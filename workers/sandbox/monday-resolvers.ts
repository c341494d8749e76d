import * as v from "valibot";
import type { ColumnType } from "~/board/column-map";
import { checkColumnValues, mondayError, sandboxColumns, textKeys } from "./monday-columns";
import { changeItem, insertItem, itemsByText, type StoredItem } from "./monday-store";

/** The one board there is. */
const BOARD_ID = "1";

const typeNames: Record<ColumnType, string> = {
  text: "TextValue",
  long_text: "LongTextValue",
  email: "EmailValue",
  link: "LinkValue",
  date: "DateValue",
  status: "StatusValue",
  country: "CountryValue",
  checkbox: "CheckboxValue",
};

interface ColumnFilter {
  ids?: (string | null)[] | null;
  types?: ColumnType[] | null;
}

const chosen = ({ ids, types }: ColumnFilter) =>
  [...sandboxColumns].filter(
    ([id, type]) => (!ids || ids.includes(id)) && (!types || types.includes(type)),
  );

const textFields = v.record(v.string(), v.unknown());

function columnText(type: ColumnType, value: unknown): string | null {
  const key = textKeys[type];
  if (key === undefined) return typeof value === "string" ? value : null;
  const fields = v.safeParse(textFields, value);
  const text = fields.success ? fields.output[key] : undefined;
  return typeof text === "string" ? text : null;
}

const board = {
  id: BOARD_ID,
  name: "Submissions",
  state: "active",
  columns: (filter: ColumnFilter) =>
    chosen(filter).map(([id, type]) => ({
      id,
      type,
      title: id.replaceAll("_", " "),
      archived: false,
    })),
};

function itemView(item: StoredItem) {
  return {
    id: item.id,
    name: item.name,
    board,
    created_at: item.created_at,
    updated_at: item.updated_at,
    state: "active",
    column_values: (filter: ColumnFilter) =>
      chosen(filter).map(([id, type]) => {
        const value = item.column_values[id];
        return {
          __typename: typeNames[type],
          id,
          type,
          text: columnText(type, value),
          value: value === undefined ? null : JSON.stringify(value),
        };
      }),
  };
}

function checkBoard(id: string): void {
  if (id === BOARD_ID) return;
  throw mondayError("InvalidBoardIdException", "Board not found", { board_id: id });
}

function checkName(name: string): void {
  if (name.length === 0) {
    throw mondayError("InvalidArgumentException", "Item name can't be empty");
  }
  if (name.length > 255) {
    throw mondayError("ItemNameTooLongException", "Item name exceeds 255 characters");
  }
}

interface SearchArguments {
  board_id: string;
  columns?: { column_id: string; column_values: (string | null)[] }[] | null;
  limit: number;
}

async function search(db: D1Database, { board_id, columns, limit }: SearchArguments) {
  checkBoard(board_id);
  const [column, ...others] = columns ?? [];
  if (!column || others.length > 0) {
    throw mondayError("InvalidArgumentException", "The sandbox searches by exactly one column.");
  }
  const type = sandboxColumns.get(column.column_id);
  if (!type) {
    const data = { column_id: column.column_id };
    throw mondayError("InvalidColumnIdException", "This column ID doesn't exist", data);
  }
  const texts = column.column_values.filter((text) => text !== null);
  const key = textKeys[type];
  const items = await itemsByText(db, column.column_id, key, texts, Math.min(limit, 500));
  return { cursor: null, items: items.map(itemView) };
}

interface ChangeArguments {
  board_id: string;
  column_values?: unknown;
  create_labels_if_missing?: boolean | null;
}

/** The root of both operations, over the sandbox's database. */
export function mondayRoot(db: D1Database, now: Date) {
  return {
    me: {
      id: "1",
      name: "Sandbox user",
      email: "sandbox@mahogany.example",
      account: { id: "1", name: "Sandbox", slug: "sandbox" },
    },
    version: { display_name: "Current", kind: "current", value: "2026-10" },
    complexity: { before: 5_000_000, query: 10, after: 4_999_990, reset_in_x_seconds: 60 },
    boards: ({ ids, page }: { ids?: string[] | null; page?: number | null }) =>
      (!ids || ids.includes(BOARD_ID)) && (page ?? 1) === 1 ? [board] : [],
    items_page_by_column_values: (args: SearchArguments) => search(db, args),
    async create_item(args: ChangeArguments & { item_name: string }) {
      checkBoard(args.board_id);
      checkName(args.item_name);
      const values = checkColumnValues(args.column_values, args.create_labels_if_missing ?? false);
      const item = { boardId: args.board_id, name: args.item_name, values };
      return itemView(await insertItem(db, item, now));
    },
    async change_multiple_column_values(args: ChangeArguments & { item_id?: string | null }) {
      checkBoard(args.board_id);
      const values = checkColumnValues(args.column_values, args.create_labels_if_missing ?? false);
      const changed = await changeItem(db, args.item_id ?? "", values, now);
      if (!changed) throw mondayError("ResourceNotFoundException", "Item not found");
      return itemView(changed);
    },
  };
}
