import { SignJWT } from "jose";
import * as v from "valibot";
import { columnTypes } from "~/integrations/board/column-map";
import {
  addColumn,
  allItems,
  changeItem,
  createMondayTables,
  removeColumns,
  type StoredItem,
} from "./monday-store";
import { filesOf, updatesOf } from "./monday-updates-files";
import { postInput } from "./post-input";

interface EventSigning {
  PUBLIC_URL?: string;
  MONDAY_SIGNING_SECRET?: string;
}

const labelSchema = v.object({ label: v.string() });

function eventValue(value: unknown): unknown {
  const status = v.safeParse(labelSchema, value);
  return status.success ? { label: { text: status.output.label }, post_id: null } : value;
}

/**
 * Sends the site the event of a changed column, as the board's webhooks do
 * (developer.monday.com/api-reference/docs/webhooks).
 * @throws Error where the site does not accept it.
 */
async function sendEvent(
  { PUBLIC_URL: site = "", MONDAY_SIGNING_SECRET: secret = "" }: EventSigning,
  { id, board_id, updated_at, column_values: values }: StoredItem,
  columnId: string,
): Promise<void> {
  const url = `${site}/api/monday/webhook`;
  const token = await new SignJWT({ accountId: 1, userId: 2 })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(new TextEncoder().encode(secret));
  const event = {
    app: "monday",
    type: "update_column_value",
    userId: 2,
    columnType: "color",
    boardId: Number(board_id),
    pulseId: Number(id),
    columnId,
    value: eventValue(values[columnId]),
    triggerTime: updated_at,
    triggerUuid: crypto.randomUUID().replaceAll("-", ""),
  };
  const headers = { "Content-Type": "application/json", Authorization: token };
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify({ event }) });
  if (!reply.ok) throw new Error(`The site answered ${reply.status}: ${await reply.text()}`);
}

const columnsSchema = v.strictObject({
  removed: v.array(v.string()),
  added: v.optional(
    v.array(
      v.strictObject({
        id: v.string(),
        title: v.string(),
        type: v.picklist(columnTypes),
        labels: v.optional(v.array(v.string()), []),
      }),
    ),
    [],
  ),
});
const changeSchema = v.strictObject({
  itemId: v.string(),
  values: v.record(v.string(), v.unknown()),
  /** How often the event of each column is sent to the site. */
  events: v.optional(v.number(), 0),
});

/**
 * Reads and controls the sandbox's board. Under /sandbox/monday/: `GET items`, `updates`, `files`;
 * `POST columns` {removed, added} changes the board's columns, `change` {itemId, values, events} edits
 * an item as staff do and sends the site signed events.
 */
export async function mondayConsole(request: Request, db: D1Database, signing: EventSigning) {
  await createMondayTables(db);
  const path = new URL(request.url).pathname.replace("/sandbox/monday/", "");
  switch (`${request.method} ${path}`) {
    case "GET items":
      return Response.json(await allItems(db));
    case "GET updates":
      return Response.json(await updatesOf(db));
    case "GET files":
      return Response.json(await filesOf(db));
    case "POST columns":
      return postInput(request, columnsSchema, async ({ removed, added }) => {
        await removeColumns(db, removed);
        for (const { id, ...column } of added) await addColumn(db, id, column);
      });
    case "POST change":
      return postInput(request, changeSchema, async ({ itemId, values, events }) => {
        const item = await changeItem(db, itemId, values, new Date());
        for (let n = 0; item && n < events; n++)
          for (const columnId of Object.keys(values)) await sendEvent(signing, item, columnId);
      });
    default:
      return Response.json({ error: "Nothing here." }, { status: 404 });
  }
}
