import * as v from "valibot";
import { type Fetcher, fetchJson, HttpError } from "~/platform/http-client";
import { BoardError, errorInReply, errorOfHttp } from "./board-error.server";
import type { ItemPayload } from "./item-payload";

const ENDPOINT = "https://api.monday.com/v2";
/** Current since October 26, 2026; a version stays stable for at least six months. */
const API_VERSION = "2026-10";

const CREATE_ITEM = `
  mutation CreateItem($boardId: ID!, $itemName: String!, $columnValues: JSON) {
    create_item(
      board_id: $boardId
      item_name: $itemName
      column_values: $columnValues
      create_labels_if_missing: true
    ) {
      id
    }
  }
`;

const FIND_ITEM = `
  query FindItem($boardId: ID!, $columnId: String!, $values: [String]!) {
    items_page_by_column_values(
      board_id: $boardId
      limit: 1
      columns: [{ column_id: $columnId, column_values: $values }]
    ) {
      items {
        id
      }
    }
  }
`;

const TEST_CONNECTION = `
  query TestConnection {
    me {
      name
      account {
        name
      }
    }
    version {
      value
    }
  }
`;

/** Whom to ask and as whom. */
export interface MondayClient {
  send: Fetcher;
  token: string;
}

const item = v.object({ id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) });
const createdSchema = v.object({ create_item: item });
const foundSchema = v.object({ items_page_by_column_values: v.object({ items: v.array(item) }) });
const connectionSchema = v.object({
  me: v.object({ name: v.string(), account: v.object({ name: v.string() }) }),
  version: v.object({ value: v.string() }),
});

async function ask<Schema extends v.GenericSchema>(
  { send, token }: MondayClient,
  dataSchema: Schema,
  query: string,
  variables: Record<string, unknown> = {},
  idempotencyKey?: string,
): Promise<v.InferOutput<Schema>> {
  const headers = new Headers({
    Authorization: token,
    "API-Version": API_VERSION,
    "Content-Type": "application/json",
  });
  if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
  const body = JSON.stringify({ query, variables });
  let reply: unknown;
  try {
    reply = await fetchJson(send, new Request(ENDPOINT, { method: "POST", headers, body }));
  } catch (error) {
    throw error instanceof HttpError ? errorOfHttp(error) : error;
  }
  const failure = errorInReply(reply);
  if (failure) throw failure;
  const parsed = v.safeParse(v.object({ data: dataSchema }), reply);
  if (parsed.success) return parsed.output.data;
  throw new BoardError("UNEXPECTED_REPLY", "The board's reply has an unknown shape.", false);
}

/**
 * Creates an item.
 * @param idempotencyKey the board answers a repetition with the first result for 30 minutes.
 * @returns the id of the item.
 * @throws BoardError
 */
export async function createItem(
  client: MondayClient,
  boardId: string,
  { itemName, columnValues }: ItemPayload,
  idempotencyKey: string,
): Promise<string> {
  const variables = { boardId, itemName, columnValues: JSON.stringify(columnValues) };
  const data = await ask(client, createdSchema, CREATE_ITEM, variables, idempotencyKey);
  return data.create_item.id;
}

/**
 * The item that carries this submission's id in the given column, if there is one.
 * @throws BoardError
 */
export async function findItemBySubmission(
  client: MondayClient,
  boardId: string,
  columnId: string,
  submissionId: string,
): Promise<string | undefined> {
  const variables = { boardId, columnId, values: [submissionId] };
  const data = await ask(client, foundSchema, FIND_ITEM, variables);
  return data.items_page_by_column_values.items[0]?.id;
}

/**
 * Whether the token opens the account.
 * @returns whose token it is, for staff.
 * @throws BoardError
 */
export async function testConnection(client: MondayClient) {
  const { me, version } = await ask(client, connectionSchema, TEST_CONNECTION);
  return { user: me.name, account: me.account.name, apiVersion: version.value };
}
