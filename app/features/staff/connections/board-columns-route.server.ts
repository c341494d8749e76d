import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { allowedColumnTypes, columnTitle } from "~/integrations/board/match-columns";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal, retryLaterResponse } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { makeColumns, missingFields, readBoard, saveColumns } from "./board-columns.server";
import { limitPageTest } from "./staff-tests.server";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  await limitPageTest(context, "board-columns", "The board");
  const board = await readBoard(context);
  if (!board.ok) {
    const { trouble, status, wait } = board;
    setRetryAfter(context.scope.replyHeaders, wait);
    return data({ trouble, board: undefined }, { status });
  }
  const rows = board.places.map((place) => ({
    id: place.field,
    title: columnTitle(place.field),
    status: place.status,
    column: place.status === "missing" ? undefined : place.column,
    /** Column types that can hold the field, best first. */
    types: allowedColumnTypes(place.field),
  }));
  const { name, columns, isSaved } = board;
  const missingCount = missingFields(board).length;
  return data({ trouble: undefined, board: { name, columns, isSaved, missingCount, rows } });
}

/** Saves the column map, or creates the missing columns. */
export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request);
  const intent = fields.get("intent");
  if (intent !== "map" && intent !== "make") throw refusal(400, NO_BUTTON);
  await limitPageTest(context, "board-columns", "The board");
  const board = await readBoard(context);
  if (!board.ok) {
    const { trouble: text, status, wait } = board;
    if (status === 429)
      throw retryLaterResponse(context, { status, text, wait: Math.ceil(wait ?? 60) });
    throw refusal(status === 502 ? 503 : 409, text);
  }
  const path = "/staff/connections/board";
  if (intent === "map") {
    await saveColumns(context, board, actor);
    return redirect(`${path}?saved`);
  }
  const { made, left } = await makeColumns(context, board, actor);
  return redirect(`${path}?made=${made}&left=${left}`);
}
