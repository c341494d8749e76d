import * as v from "valibot";
import type { ColumnType } from "~/integrations/board/column-map";
import { columnMutations } from "./monday-column-resolvers";
import { type Columns, checkColumnValues, mondayError, textKeys } from "./monday-columns";
import { fileMutations, itemFiles } from "./monday-file-resolvers";
import {
  allItems,
  changeItem,
  deleteItem,
  insertItem,
  itemsById,
  itemsByText,
  type StoredItem,
} from "./monday-store";
import { changeUpdate, insertUpdate, updatesOf } from "./monday-updates-files";

const BOARD_ID = "1";
/** A new item is found by its columns only after this time. */
const SEARCH_LAG_MS = 30_000;

const typeNames: Record<ColumnType, string> = {
  text: "TextValue",
  long_text: "LongTextValue",
  email: "EmailValue",
  phone: "PhoneValue",
  link: "LinkValue",
  date: "DateValue",
  status: "StatusValue",
  dropdown: "DropdownValue",
  country: "CountryValue",
  checkbox: "CheckboxValue",
  numbers: "NumbersValue",
  file: "FileValue",
};

const textFields = v.record(v.string(), v.unknown());

function columnText(type: ColumnType, value: unknown): string | null {
  const key = textKeys[type];
  if (key === undefined) return typeof value === "string" ? value : null;
  const fields = v.safeParse(textFields, value);
  const text = fields.success ? fields.output[key] : undefined;
  return text === undefined ? null : String(text);
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

interface ChangeArguments {
  board_id: string;
  column_values?: unknown;
  create_labels_if_missing?: boolean | null;
}

interface Sandbox {
  db: D1Database;
  columns: Columns;
  now: Date;
}

const pairSchema = v.object({ text: v.string() });

/** The fields of a column's type beside its text. Links read as label and URL, e-mail addresses as label. */
function extraFields(type: ColumnType, value: unknown, text: string | null, item: StoredItem) {
  if (type === "status") return { label: text, updated_at: item.updated_at };
  const pair = v.safeParse(pairSchema, value);
  const label = pair.success ? pair.output.text : "";
  if (type === "link")
    return text === null ? { url: null } : { text: `${label} - ${text}`, url: text };
  if (type === "email") return text === null ? { email: null } : { text: label, email: text };
  if (type === "country") return { country: text === null ? null : { name: text } };
  return {};
}

function itemView({ db, columns }: Sandbox, item: StoredItem) {
  return {
    id: item.id,
    name: item.name,
    board: { id: item.board_id },
    // The board tells no fractions of a second.
    updated_at: `${item.updated_at.slice(0, 19)}Z`,
    column_values: ({ ids }: { ids?: string[] | null }) =>
      [...columns]
        .filter(([id]) => !ids || ids.includes(id))
        .map(([id, { type }]) => {
          const value = item.column_values[id];
          const text = columnText(type, value);
          return {
            __typename: typeNames[type],
            id,
            type,
            text,
            ...extraFields(type, value, text, item),
          };
        }),
    updates: ({ limit }: { limit: number }) => updatesOf(db, item.id, limit),
    assets: itemFiles(db, item.id),
  };
}

async function search(sandbox: Sandbox, { board_id, columns, limit }: SearchArguments) {
  checkBoard(board_id);
  const [column, ...others] = columns ?? [];
  if (!column || others.length > 0) {
    throw mondayError("InvalidArgumentException", "The sandbox searches by exactly one column.");
  }
  const knownColumn = sandbox.columns.get(column.column_id);
  if (!knownColumn) {
    const data = { column_id: column.column_id };
    throw mondayError("InvalidColumnIdException", "This column ID doesn't exist", data);
  }
  const texts = column.column_values.filter((text) => text !== null);
  const range = {
    limit: Math.min(limit, 500),
    until: new Date(sandbox.now.getTime() - SEARCH_LAG_MS),
  };
  const items = await itemsByText(
    sandbox.db,
    column.column_id,
    textKeys[knownColumn.type],
    texts,
    range,
  );
  return { items: items.map((item) => itemView(sandbox, item)) };
}

interface PageArguments {
  limit: number;
  query_params?: { order_by?: { column_id: string; direction: string }[] | null } | null;
}

/** A page of these items; its cursor names the items after it. */
async function itemsPage(sandbox: Sandbox, ids: readonly string[], limit: number) {
  if (limit > 500) throw mondayError("InvalidArgumentException", "The limit is 500");
  const [pageIds, otherIds] = [ids.slice(0, limit), ids.slice(limit)];
  const items = new Map((await itemsById(sandbox.db, pageIds)).map((item) => [item.id, item]));
  return {
    cursor: otherIds.length > 0 ? otherIds.join(",") : null,
    items: pageIds.flatMap((id) => items.get(id) ?? []).map((item) => itemView(sandbox, item)),
  };
}

async function firstPage(sandbox: Sandbox, { limit, query_params }: PageArguments) {
  const [order] = query_params?.order_by ?? [];
  if (order?.column_id !== "__last_updated__" || order.direction !== "desc")
    throw mondayError("InvalidArgumentException", "The sandbox lists what changed last first.");
  const items = (await allItems(sandbox.db)).toSorted((a, b) =>
    a.updated_at < b.updated_at ? 1 : -1,
  );
  return itemsPage(
    sandbox,
    items.map(({ id }) => id),
    limit,
  );
}

async function checkItem(db: D1Database, id: string | null | undefined): Promise<string> {
  const [item] = await itemsById(db, id ? [id] : []);
  if (!item) throw mondayError("ResourceNotFoundException", "Item not found");
  return item.id;
}

function queries(sandbox: Sandbox) {
  const { db, columns } = sandbox;
  const board = {
    id: BOARD_ID,
    name: "Submissions",
    columns: [...columns].map(([id, { type, title }]) => ({ id, type, title })),
    items_page: (args: PageArguments) => firstPage(sandbox, args),
  };
  return {
    me: { id: "1", name: "Sandbox user", account: { name: "Sandbox" } },
    version: { value: "2026-10" },
    boards: ({ ids }: { ids?: string[] | null }) => (!ids || ids.includes(BOARD_ID) ? [board] : []),
    items: async ({ ids, limit }: { ids?: string[] | null; limit: number }) =>
      (await itemsById(db, ids ?? [])).slice(0, limit).map((item) => itemView(sandbox, item)),
    next_items_page: ({ cursor, limit }: { cursor: string; limit: number }) =>
      itemsPage(sandbox, cursor.split(","), limit),
    items_page_by_column_values: (args: SearchArguments) => search(sandbox, args),
  };
}

function itemMutations(sandbox: Sandbox) {
  const { db, columns, now } = sandbox;
  const parseValues = (args: ChangeArguments) =>
    checkColumnValues(columns, args.column_values, args.create_labels_if_missing ?? false);
  return {
    async create_item(args: ChangeArguments & { item_name: string }) {
      checkBoard(args.board_id);
      checkName(args.item_name);
      const item = { boardId: args.board_id, name: args.item_name, values: parseValues(args) };
      return itemView(sandbox, await insertItem(db, item, now));
    },
    async change_multiple_column_values(args: ChangeArguments & { item_id?: string | null }) {
      checkBoard(args.board_id);
      const newItem = await changeItem(
        db,
        await checkItem(db, args.item_id),
        parseValues(args),
        now,
      );
      if (!newItem) throw mondayError("ResourceNotFoundException", "Item not found");
      return itemView(sandbox, newItem);
    },
    async delete_item(args: { item_id?: string | null }) {
      const id = await checkItem(db, args.item_id);
      await deleteItem(db, id);
      return { id };
    },
    async create_update(args: { item_id?: string | null; body: string }) {
      return insertUpdate(db, await checkItem(db, args.item_id), args.body);
    },
    async edit_update(args: { id: string; body: string }) {
      const newUpdate = await changeUpdate(db, args.id, args.body);
      if (!newUpdate) throw mondayError("ResourceNotFoundException", "Update not found");
      return newUpdate;
    },
  };
}

export function mondayRoot(sandbox: Sandbox) {
  const check = (itemId: string) => checkItem(sandbox.db, itemId);
  return {
    ...queries(sandbox),
    ...itemMutations(sandbox),
    ...columnMutations(sandbox, checkBoard),
    ...fileMutations(sandbox.db, sandbox.columns, check),
  };
}
