import * as v from "valibot";
import type { ItemArtist } from "~/domain/board/board";
import { boardId, queryBoard } from "./board-request.server";
import type { BoardDeps } from "./ensure-item.server";
import { ITEM_TEXTS } from "./graphql-documents";

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

const FIELDS = [
  "artistName",
  "firstName",
  "surname",
  "email",
  "country",
  "city",
  "instagramProfile",
  "tiktokProfile",
  "spotifyProfile",
  "listenLink",
] as const satisfies readonly (keyof ItemArtist)[];

/**
 * Reads what an item says about its artist, from columns of any type.
 * @returns its name and non-empty texts; undefined if this board has no such item.
 * @throws MondayError
 */
export async function readArtist(
  { monday, boardId: board, columns }: BoardDeps,
  itemId: string,
): Promise<{ name: string; artist: Partial<ItemArtist> } | undefined> {
  const columnIds = FIELDS.map((field) => columns[field].id);
  const variables = { itemIds: [itemId], columnIds };
  const { items } = await queryBoard(monday, textsSchema, ITEM_TEXTS, variables);
  // The token may see items of other boards.
  const item = items.find(({ board: itemBoard }) => itemBoard?.id === board);
  if (!item) return undefined;
  const artist: Partial<ItemArtist> = {};
  for (const field of FIELDS) {
    const value = item.column_values.find(({ id }) => id === columns[field].id);
    const text = value && toText(value);
    if (text) artist[field] = text;
  }
  return { name: item.name, artist };
}
