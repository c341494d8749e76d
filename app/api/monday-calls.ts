import type { IRequestStrict } from "itty-router";
import { readInvitation } from "~/domain/access/invitations.server";
import { deadLinkStatus, deadLinkText } from "~/domain/access/link-texts";
import { BoardError, boardErrorText } from "~/domain/board/board-error";
import { auditThenRun } from "~/domain/review/audit-then-run.server";
import { recordFailureText } from "~/domain/submission/record/failure-text";
import { boardColumns, testConnection } from "~/integrations/board/board-client.server";
import type { BoardDeps } from "~/integrations/board/ensure-item.server";
import { invitedItem, itemCallSchema, unknownKeys } from "~/integrations/board/item-call";
import { withAdvice } from "~/integrations/board/refusal-text";
import { serveItemCall } from "~/integrations/board/serve-item-call.server";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { redactSecrets } from "~/platform/redact-secrets";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { requireStaff, type StaffDeps } from "~/session/require-staff";
import { readJson, refuse, reply } from "./replies";

type BoardCallDeps = StaffDeps &
  Pick<AppContext, "boardSetup" | "log" | "settings" | "db" | "clock">;

/** Room for a catalogue of fifty releases with all their tracks. */
const MAX_CALL_BYTES = 1024 * 1024;

const OFF_TEXT = "No board is connected. Set MONDAY_TOKEN and MONDAY_BOARD_ID.";

/** @throws Response as `requireStaff` does, and 503 while there is no board. */
async function requireBoard(context: BoardCallDeps): Promise<BoardDeps> {
  await requireStaff(context);
  const { connection: board, columns } = context.boardSetup;
  if (board.state === "off") throw refusal(503, OFF_TEXT);
  return { monday: board.client, boardId: board.boardId, columns: await columns() };
}

/** Runs a call to the board; its failure becomes a reply with 429 or 502. */
async function replyFromBoard(
  { log, settings }: BoardCallDeps,
  { columns }: BoardDeps,
  failureText: string,
  fetchData: () => Promise<object>,
): Promise<Response> {
  try {
    return reply(200, { success: true, ...(await withAdvice(columns, fetchData)) });
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    const { code, retryAfterSeconds: wait } = error;
    log("warn", "request.failed", { reason: `BoardError: ${code}` });
    const details = redactSecrets(boardErrorText(error), settings);
    const response = refuse(wait === undefined ? 502 : 429, failureText, { code, details });
    setRetryAfter(response.headers, wait);
    return response;
  }
}

const OTHER_ITEM = "This invitation is for another item of the board.";

/** @throws Response if the invitation takes no submission any more, and 409 if it is for another item. */
async function requireInvitation(
  { db, clock }: Pick<BoardCallDeps, "db" | "clock">,
  { invitationToken, mondayItemId }: { invitationToken: string; mondayItemId: string },
): Promise<void> {
  const link = await readInvitation(db, invitationToken, clock());
  if (typeof link === "string") throw refusal(deadLinkStatus[link], deadLinkText("invited", link));
  if (link.boardItemId !== mondayItemId) throw refusal(409, OTHER_ITEM);
}

/** POST /api/monday/create-item: creates an item, or updates an invitation's. For staff. */
export async function createBoardItem(
  request: IRequestStrict,
  context: BoardCallDeps &
    Pick<AppContext, "db" | "clock" | "ids"> & { scope: AppContext["scope"] },
): Promise<Response> {
  const deps = await requireBoard(context);
  const attribution = { by: await requireStaff(context), requestId: context.scope.requestId };
  const result = await readJson(request, itemCallSchema, MAX_CALL_BYTES);
  if (!result.ok) return result.response;
  const call = result.body;
  const { formData, columnValues } = call;
  if (!formData && !columnValues) return refuse(400, "This call needs formData or columnValues.");
  if (formData?.invitationToken && !formData.mondayItemId)
    return refuse(400, "An invitation's call needs mondayItemId.");
  if (formData?.invitationToken) await requireInvitation(context, formData);
  const unknown = unknownKeys(call);
  if (unknown.length > 0)
    return refuse(400, `The board has no fields for these keys: ${unknown.join(", ")}.`);
  const entryKind = invitedItem(call) === undefined ? undefined : "invited";
  return replyFromBoard(context, deps, recordFailureText(entryKind), async () => {
    const auditEntry = { action: "board-item-made", failureAction: "board-item-not-made" } as const;
    const subjectOf = (id: string) => id;
    const itemId = await auditThenRun(context, attribution, { ...auditEntry, subjectOf }, () =>
      serveItemCall(deps, call, context.clock()),
    );
    return { data: { itemId, mondayItems: [{ id: itemId, name: call.itemName }] } };
  });
}

/** GET /api/monday/test-connection: the user of the token. For staff. */
export async function testBoard(_: IRequestStrict, context: BoardCallDeps): Promise<Response> {
  const deps = await requireBoard(context);
  return replyFromBoard(context, deps, "Connection test failed", async () => ({
    data: await testConnection(deps.monday),
  }));
}

/** GET /api/monday/columns: the board's columns, and expected ones that are missing. For staff. */
export async function listBoardColumns(_: IRequestStrict, context: BoardCallDeps) {
  const deps = await requireBoard(context);
  return replyFromBoard(context, deps, "Connection test failed", async () => {
    const columns = (await boardColumns(deps.monday, deps.boardId))?.columns ?? [];
    const existingIds = new Set(columns.map(({ id }) => id));
    const missing = Object.values(deps.columns).filter(({ id }) => !existingIds.has(id));
    return { data: { columns, missing } };
  });
}
