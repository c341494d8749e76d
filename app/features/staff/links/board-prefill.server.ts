import type { InvitationForm } from "~/domain/access/link-forms";
import type { ItemArtist } from "~/domain/board/board";
import { BoardError, boardProblemText } from "~/domain/board/board-error";
import { redactSecrets } from "~/platform/redact-secrets";
import type { AppContext } from "~/session/app-context";

const TIMEOUT_MS = 10_000;
const NO_NUMBER = "Type the number of an item on the board, such as 1234567890.";
const OFF = "No board is connected, so nothing can be filled in. Type what you know.";
const UNKNOWN = "The board has no item with this number. Copy the last part of the item's address.";
const EMPTY = "That item has nothing that this form asks for.";

/** The filled form and a sentence about it, or why the board could not be read. */
type BoardPrefill =
  | { ok: true; values: InvitationForm; said: string }
  | { ok: false; status: 400 | 404 | 409 | 502; text: string };

/** Fills empty fields only: what staff typed stays. */
function fillEmptyFields(
  values: InvitationForm,
  { name, artist }: { name: string; artist: Partial<ItemArtist> },
): BoardPrefill {
  // Our items are named "Artist - Release".
  const itemValues = { artistName: name.split(" - ")[0]?.trim() ?? "", ...artist };
  const additions = Object.entries(itemValues).filter(
    ([field, text]) => text && !values[field as keyof ItemArtist],
  );
  const summary =
    additions.length > 0
      ? `Filled in from "${name}". What you typed yourself stays.`
      : Object.keys(artist).length > 0
        ? `"${name}" has nothing to add to what you typed.`
        : EMPTY;
  return { ok: true, values: { ...values, ...Object.fromEntries(additions) }, said: summary };
}

/** Fills an invitation's form from the item of the board that it names. */
export async function boardPrefill(
  { board, settings, clock }: Pick<AppContext, "board" | "settings" | "clock">,
  values: InvitationForm,
  timeoutMs = TIMEOUT_MS,
): Promise<BoardPrefill> {
  const { boardItemId } = values;
  if (!/^\d{1,20}$/.test(boardItemId)) return { ok: false, status: 400, text: NO_NUMBER };
  if (!board) return { ok: false, status: 409, text: OFF };
  try {
    const item = await board.readArtist(boardItemId, timeoutMs);
    return item ? fillEmptyFields(values, item) : { ok: false, status: 404, text: UNKNOWN };
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    const text = redactSecrets(boardProblemText(error, clock()), settings);
    return { ok: false, status: 502, text };
  }
}
