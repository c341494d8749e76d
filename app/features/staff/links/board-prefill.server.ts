import type { InvitationForm } from "~/domain/access/link-forms";
import { BoardError } from "~/integrations/board/board-error.server";
import { boardProblemText } from "~/integrations/board/board-probe.server";
import type { ItemBoard } from "~/integrations/board/board-service.server";
import { type ItemTexts, itemTexts } from "~/integrations/board/item-texts.server";
import { redactSecrets } from "~/platform/redact-secrets";
import type { AppContext } from "~/session/app-context";

/** Fields that an item can fill in, named as in the form. */
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
] as const;
type Field = (typeof FIELDS)[number];

const TIMEOUT_MS = 10_000;
const NO_NUMBER = "Type the number of an item on the board, such as 1234567890.";
const OFF = "No board is connected, so there is nothing to fill in from. Type what you know.";
const UNKNOWN = "The board has no item with this number. Copy the last part of the item's address.";
const EMPTY = "That item has none of the answers that this form asks for.";

/** The filled form and a sentence about it, or why the board could not be read. */
type BoardPrefill =
  | { ok: true; values: InvitationForm; said: string }
  | { ok: false; status: 400 | 404 | 409 | 502; text: string };

/** Fills empty fields only: what staff typed stays. */
function fillEmptyFields(values: InvitationForm, { name, texts }: ItemTexts<Field>): BoardPrefill {
  // Our items are named "Artist - Release".
  const itemValues = {
    ...texts,
    artistName: texts.artistName ?? name.split(" - ")[0]?.trim() ?? "",
  };
  const addedFields = FIELDS.filter((field) => !values[field] && itemValues[field]);
  const additions = Object.fromEntries(
    addedFields.map((field) => [field, itemValues[field] ?? ""]),
  );
  const summary =
    addedFields.length > 0
      ? `Filled in from "${name}". What you had typed yourself has stayed.`
      : Object.keys(texts).length > 0
        ? `"${name}" has nothing to add to what you typed.`
        : EMPTY;
  return { ok: true, values: { ...values, ...additions }, said: summary };
}

/** Fills an invitation's form from the item of the board that it names. */
export async function boardPrefill(
  context: { board: ItemBoard } & Pick<AppContext, "settings" | "clock">,
  values: InvitationForm,
  timeoutMs = TIMEOUT_MS,
): Promise<BoardPrefill> {
  const { board: itemBoard, settings, clock } = context;
  const { connection: board } = itemBoard;
  const { boardItemId } = values;
  if (!/^\d{1,20}$/.test(boardItemId)) return { ok: false, status: 400, text: NO_NUMBER };
  if (board.state === "off") return { ok: false, status: 409, text: OFF };
  const columns = await itemBoard.columns();
  const client = { ...board.client, timeoutMs };
  try {
    const item = await itemTexts(client, board.boardId, boardItemId, FIELDS, columns);
    return item ? fillEmptyFields(values, item) : { ok: false, status: 404, text: UNKNOWN };
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    const text = redactSecrets(boardProblemText(error, columns, clock()), settings);
    return { ok: false, status: 502, text };
  }
}
