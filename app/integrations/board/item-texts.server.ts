import * as v from "valibot";
import { type MondayClient, queryBoard } from "./board-request.server";
import type { BoardField, ColumnMap } from "./column-map";
import { ITEM_TEXTS } from "./graphql-documents";
import { boardId } from "./monday-client.server";

const nullableText = v.optional(v.nullable(v.string()));
const textsSchema = v.object({
  items: v.array(
    v.object({
      name: v.string(),
      board: v.nullable(v.object({ id: boardId })),
      column_values: v.array(
        v.object({
          id: v.string(),
          text: nullableText,
          url: nullableText,
          email: nullableText,
          country: v.optional(v.nullable(v.object({ name: v.string() }))),
        }),
      ),
    }),
  ),
});
type Value = v.InferOutput<typeof textsSchema>["items"][number]["column_values"][number];

/** `text` of a link also contains its label, and of an email column only its label. */
const toText = ({ url, email, country, text }: Value) =>
  (url ?? email ?? country?.name ?? text ?? "").trim();

/** Name of an item, and its non-empty texts. */
export interface ItemTexts<Field extends BoardField> {
  name: string;
  texts: Partial<Record<Field, string>>;
}

/**
 * Reads columns of an item, of any type.
 * @returns undefined if this board has no such item.
 * @throws BoardError
 */
export async function itemTexts<Field extends BoardField>(
  client: MondayClient,
  board: string,
  itemId: string,
  fields: readonly Field[],
  columns: ColumnMap,
): Promise<ItemTexts<Field> | undefined> {
  const columnIds = fields.map((field) => columns[field].id);
  const { items } = await queryBoard(client, textsSchema, ITEM_TEXTS, {
    itemIds: [itemId],
    columnIds,
  });
  // The token may see items of other boards.
  const item = items.find(({ board: itemBoard }) => itemBoard?.id === board);
  if (!item) return undefined;
  const texts: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const value = item.column_values.find(({ id }) => id === columns[field].id);
    const text = value && toText(value);
    if (text) texts[field] = text;
  }
  return { name: item.name, texts };
}
