import * as v from "valibot";
import { columnTypes } from "~/board/column-map";
import { failureSchema, setFailure } from "./monday-failures";
import { filesOf, updatesOf } from "./monday-notes";
import { addColumn, allItems, changeItem, openStore, removeColumns } from "./monday-store";

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
});

async function read<const S extends v.GenericSchema>(
  request: Request,
  schema: S,
  use: (input: v.InferOutput<S>) => Promise<void>,
): Promise<Response> {
  const json: unknown = await request.json().catch(() => undefined);
  const input = v.safeParse(schema, json);
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  await use(input.output);
  return Response.json(input.output);
}

/**
 * What the sandbox's board holds, and how it is to behave. Under /sandbox/monday/: `GET items`,
 * `updates`, `files`; `POST fail` for coming calls, `columns` {removed, added} to take columns off the
 * board and put others on it, `change` {itemId, values} to do what staff do by hand.
 */
export async function mondayWindow(request: Request, db: D1Database): Promise<Response> {
  await openStore(db);
  const path = new URL(request.url).pathname.replace("/sandbox/monday/", "");
  switch (`${request.method} ${path}`) {
    case "GET items":
      return Response.json(await allItems(db));
    case "GET updates":
      return Response.json(await updatesOf(db));
    case "GET files":
      return Response.json(await filesOf(db));
    case "POST fail":
      return read(request, failureSchema, (failure) => setFailure(db, failure));
    case "POST columns":
      return read(request, columnsSchema, async ({ removed, added }) => {
        await removeColumns(db, removed);
        for (const { id, ...column } of added) await addColumn(db, id, column);
      });
    case "POST change":
      return read(request, changeSchema, async ({ itemId, values }) => {
        await changeItem(db, itemId, values, new Date());
      });
    default:
      return Response.json({ error: "Nothing here." }, { status: 404 });
  }
}
