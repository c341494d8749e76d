import type { Clock } from "~/platform/clock";
import { contiguousEnd, invalidPieceReason, missingRanges, type Piece, pieceKey } from "../pieces";
import type { StorageBackend } from "../storage-backend";
import type { Upload } from "../upload";
import { partRange } from "../upload-plan";
import { type ClosedReason, closedReason, resolveClosedReason } from "./closed-upload.server";
import { type PartState, partState, recordPiece } from "./part-store.server";
import { type IncomingBytes, NO_SUCH_PART } from "./receive-part.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { type BodyEnd, discardBody, readSlices } from "./slices.server";

/** Slices of one request that are on their way to storage at a time: their memory is its memory. */
const STORED_AT_ONCE = 2;

/**
 * `piece` is what the server has from `offset` on: less than was sent where that was refused because
 * the server had it already. `held` are the same bytes, of a request that was cut.
 */
type PieceResult =
  | { ok: true; piece: Piece }
  | { ok: false; status: 400; text: string }
  | { ok: false; status: 408; text: string; held: number }
  | ClosedReason;

const CUT = "The connection dropped before all of this had arrived. Send the rest again.";

/**
 * Keeps a stretch of a part, slice by slice as it comes, until the part is joined: of a request that
 * is cut everything stays that has arrived. What is held already is not taken again; the sender is
 * told where to go on before it has sent the rest.
 */
export async function receivePiece(
  deps: ReceivingDeps,
  upload: Upload,
  { number: part, offset, length: size, body }: IncomingBytes & { offset: number },
  clock: Clock,
): Promise<PieceResult> {
  const refusal = closedReason(upload);
  if (refusal) return refusal;
  const range = partRange(upload.size, upload.partSize, part);
  if (!range) return NO_SUCH_PART;
  const piece = { part, offset, size };
  const partLength = range.end - range.start;
  const text = invalidPieceReason(partLength, piece);
  if (text) return { ok: false, status: 400, text };
  const reachOf = (state: PartState) =>
    Math.min(
      offset + size,
      state.whole ? partLength : contiguousEnd(state.pieces, partLength, offset),
    );
  const resultOf = (end: number, how: "held" | "cut"): PieceResult => {
    const heldBytes = end - offset;
    if (heldBytes >= size) return { ok: true, piece };
    return how === "held"
      ? { ok: true, piece: { part, offset, size: heldBytes } }
      : { ok: false, status: 408, text: CUT, held: heldBytes };
  };

  const before = await partState(deps.db, upload, part);
  if (!before.open) return resolveClosedReason(deps, upload, clock);
  const heldBefore = reachOf(before);
  if (heldBefore > offset) {
    await discardBody(body);
    return resultOf(heldBefore, "held");
  }
  const { end, open } = await storeSlices(deps, upload, piece, body, clock, {
    before,
    reached: reachOf,
  });
  if (!open) return resolveClosedReason(deps, upload, clock);
  const now = reachOf(await partState(deps.db, upload, part));
  // A link that takes headers and no bytes has not carried: what came of it is no step onwards.
  const isNothing = end === "silent" && now <= offset;
  return resultOf(now, end === "cut" || isNothing ? "cut" : "held");
}

/**
 * Stores a body's slices, a few at a time, until it ends or another request has brought what follows. What
 * is held of a slice is not stored again, so that pieces sent from the end backwards cost no more than their part.
 * @param reached up to where the part is held from this stretch's beginning on.
 * @returns how it ended, and whether the upload still takes bytes.
 * @throws what storage threw.
 */
async function storeSlices(
  deps: ReceivingDeps,
  upload: Upload,
  { part, offset, size }: Piece,
  body: ReadableStream,
  clock: Clock,
  { before, reached }: { before: PartState; reached: (state: PartState) => number },
): Promise<{ end: BodyEnd | "overtaken"; open: boolean }> {
  const carrier = backendOfUpload(deps, upload);
  const storing = new Set<Promise<void>>();
  let open = true;
  let overtaken = false;
  let position = offset;
  let pieceList = before.pieces;
  let failure: { error: unknown } | undefined;
  const store = async (slice: Piece, bytes: Uint8Array) => {
    try {
      for (const { offset: from, size: length } of missingRanges(pieceList, slice)) {
        const within = from - slice.offset;
        const fresh = bytes.subarray(within, within + length);
        const piece = { part, offset: from, size: length };
        const state = await keepSlice(deps, carrier, upload, piece, fresh, clock);
        pieceList = state.pieces;
        open &&= state.open;
        overtaken ||= reached(state) > position;
      }
    } catch (error) {
      failure ??= { error };
    }
  };
  const slices = readSlices(body);
  let next = await slices.next();
  for (; !next.done; next = await slices.next()) {
    const bytes = next.value;
    const slice = { part, offset: position, size: bytes.length };
    position += bytes.length;
    const stored: Promise<void> = store(slice, bytes).finally(() => storing.delete(stored));
    storing.add(stored);
    if (storing.size >= STORED_AT_ONCE) await Promise.race(storing);
    if (failure || !open || (overtaken && position < offset + size)) break;
  }
  if (!next.done) await slices.return("cut");
  await Promise.all(storing);
  if (failure) throw failure.error;
  return { end: next.done ? next.value : "overtaken", open };
}

async function keepSlice(
  deps: ReceivingDeps,
  carrier: StorageBackend,
  upload: Upload,
  piece: Piece,
  bytes: Uint8Array,
  clock: Clock,
): Promise<PartState> {
  const key = pieceKey(upload.id, piece);
  await carrier.put(key, bytes, piece.size);
  const { known, ...state } = await recordPiece(deps.db, upload, piece, clock());
  // Nobody would read it: the upload is closed, the part is there, or a longer piece is.
  if (known !== piece.size) await carrier.remove(key);
  return state;
}
