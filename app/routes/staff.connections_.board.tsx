import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { allowedColumnTypes, columnTitle } from "~/board/match-columns";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import { makeColumns, readBoard, saveColumns } from "~/pages/staff/board-columns.server";
import { limitPageTest } from "~/pages/staff/staff-tests.server";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { NO_BUTTON, refusal, retryLaterResponse } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { ColumnTable } from "~/views/staff/connections/column-table";

const HEADING = "The board's columns";

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
    field: place.field,
    title: columnTitle(place.field),
    is: place.status,
    column: place.status === "missing" ? undefined : place.column,
    types: allowedColumnTypes(place.field),
  }));
  const { name, columns, isSaved } = board;
  return data({ trouble: undefined, board: { name, columns, isSaved, rows } });
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
  const runAction = intent === "map" ? saveColumns : makeColumns;
  const result = await runAction(context, board, actor);
  if (!result.ok) throw refusal(503, result.text);
  const query = intent === "make" ? `made=${result.made}&left=${result.left}` : "saved";
  return redirect(`/staff/connections/board?${query}`);
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

function noticeText(params: URLSearchParams): string | undefined {
  if (params.has("saved")) return "Saved. It reaches every worker within a minute.";
  const madeCount = Number(params.get("made") ?? "");
  if (!params.has("made") || !Number.isInteger(madeCount)) return undefined;
  const remaining = Number(params.get("left") ?? 0);
  const remainingText = remaining > 0 ? ` ${remaining} are left: press once more.` : "";
  return `${madeCount} ${madeCount === 1 ? "column was" : "columns were"} made, and the map is saved.${remainingText}`;
}

export default function BoardColumns() {
  const { trouble, board } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const message = noticeText(params);
  return (
    <div className={notice.page}>
      <p className="eyebrow">
        <a href="/staff/connections">Connections</a>
      </p>
      <h1>{HEADING}</h1>
      {message && board && <p role="status">{message}</p>}
      {board ? (
        <ColumnTable {...board} />
      ) : (
        <>
          <p className={notice.lead}>{trouble}</p>
          <p className={notice.actions}>
            <a href="/staff/connections/board">Read the board again</a>
          </p>
        </>
      )}
    </div>
  );
}
