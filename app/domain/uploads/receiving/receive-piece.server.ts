import { DamagedStreamError } from "~/domain/media/flac/decoder";
import type { Clock } from "~/platform/clock";
import { type BlockFacts, MAX_EXCESS_BYTES } from "../compression/block";
import { contiguousEnd, invalidPieceReason, missingRanges, type Piece, pieceKey } from "../pieces";
import type { StorageBackend } from "../storage-backend";
import type { Upload } from "../upload";
import { partRange } from "../upload-plan";
import { type ClosedReason, closedReason, resolveClosedReason } from "./closed-upload.server";
import { decodeBlock } from "./decode-block.server";
import { deletePieces, type PartState, partState, recordPiece } from "./part-store.server";
import { type IncomingBytes, NO_SUCH_PART } from "./receive-part.server";
import { backendOfUpload, type ReceivingDeps, takesCompression } from "./receiving-deps.server";
import { type BodyDecoder, type BodyEnd, discardBody, readSlices } from "./slices.server";

/** Slices of one request that are being stored, each in memory. */
const MAX_PENDING_WRITES = 2;

/**
 * `piece`: what is stored from `offset` on; shorter than sent where the server had the rest
 * already. `held`: the same for a cut request. `isPartCovered`: the pieces of its part can be joined.
 */
type PieceResult =
  | { ok: true; piece: Piece; isPartCovered: boolean }
  | { ok: false; status: 400 | 415; text: string }
  | { ok: false; status: 408; text: string; held: number }
  | ClosedReason;

const CUT = "The connection dropped before all of this had arrived. Send the rest again.";
const NO_COMPRESSION = "This upload takes no compressed bytes. Send them as they are in the file.";
const DAMAGED = "These compressed bytes are not what they say. Send them as they are in the file.";

interface IncomingPiece extends IncomingBytes {
  offset: number;
  /** Where the bytes come compressed; their length is not that of the piece then. */
  block?: BlockFacts | undefined;
}

/**
 * Stores a range of a part slice by slice, so that all that arrives of a cut request is kept. Bytes
 * that are already stored are refused, with the offset to continue at. Of a compressed range its own
 * bytes are stored, or none where it is damaged.
 */
export async function receivePiece(
  deps: ReceivingDeps,
  upload: Upload,
  incoming: IncomingPiece,
  clock: Clock,
): Promise<PieceResult> {
  const { block } = incoming;
  if (!block) return receiveBytes(deps, upload, incoming, clock);
  if (!deps.openDecoder || !takesCompression(deps, upload))
    return { ok: false, status: 415, text: NO_COMPRESSION };
  if (incoming.length > block.size + MAX_EXCESS_BYTES)
    return { ok: false, status: 400, text: DAMAGED };
  const flac = deps.openDecoder(block);
  // Its sender goes on with raw bytes, which need none.
  if (!flac) return { ok: false, status: 415, text: NO_COMPRESSION };
  try {
    const length = block.size;
    const decoder = decodeBlock(block, flac);
    return await receiveBytes(deps, upload, { ...incoming, length }, clock, decoder);
  } finally {
    flac.close();
  }
}

async function receiveBytes(
  deps: ReceivingDeps,
  upload: Upload,
  { number: part, offset, length: size, body }: IncomingPiece,
  clock: Clock,
  decoder?: BodyDecoder,
): Promise<PieceResult> {
  const refusal = closedReason(upload);
  if (refusal) return refusal;
  const range = partRange(upload.size, upload.partSize, part);
  if (!range) return NO_SUCH_PART;
  const piece = { part, offset, size };
  const partLength = range.end - range.start;
  const text = invalidPieceReason(partLength, piece);
  if (text) return { ok: false, status: 400, text };
  const reachedEnd = (state: PartState) =>
    Math.min(
      offset + size,
      state.isComplete ? partLength : contiguousEnd(state.pieces, partLength, offset),
    );
  const toResult = (state: PartState, outcome: "held" | "cut"): PieceResult => {
    const receivedBytes = reachedEnd(state) - offset;
    const isPartCovered =
      !state.isComplete && contiguousEnd(state.pieces, partLength, 0) === partLength;
    if (receivedBytes >= size) return { ok: true, piece, isPartCovered };
    return outcome === "held"
      ? { ok: true, piece: { part, offset, size: receivedBytes }, isPartCovered }
      : { ok: false, status: 408, text: CUT, held: receivedBytes };
  };

  const initialState = await partState(deps.db, upload, part);
  if (!initialState.isOpen) return resolveClosedReason(deps, upload, clock);
  if (reachedEnd(initialState) > offset) {
    await discardBody(body);
    return toResult(initialState, "held");
  }
  const slices = readSlices(body, { decoder });
  const { end, isOpen: open } = await storeSlices(deps, upload, piece, slices, clock, {
    initialState,
    reached: reachedEnd,
  });
  if (end === "damaged") return { ok: false, status: 400, text: DAMAGED };
  if (!open) return resolveClosedReason(deps, upload, clock);
  const state = await partState(deps.db, upload, part);
  // A connection that delivers headers and no bytes has failed.
  const hasNothing = end === "silent" && reachedEnd(state) <= offset;
  return toResult(state, end === "cut" || hasNothing ? "cut" : "held");
}

/**
 * Stores the slices of a body until it ends or another request has stored what follows. Stored
 * ranges are skipped, so pieces sent from the end backwards cost nothing extra. What was stored of a
 * damaged body is removed.
 * @param reached up to where the part is stored without a gap.
 * @returns how it ended, and whether the upload is still open.
 * @throws errors of storage.
 */
async function storeSlices(
  deps: ReceivingDeps,
  upload: Upload,
  { part, offset, size }: Piece,
  slices: ReturnType<typeof readSlices>,
  clock: Clock,
  { initialState, reached }: { initialState: PartState; reached: (state: PartState) => number },
): Promise<{ end: BodyEnd | "overtaken" | "damaged"; isOpen: boolean }> {
  const carrier = backendOfUpload(deps, upload);
  const storedPieces: Piece[] = [];
  const pendingWrites = new Set<Promise<void>>();
  let isOpen = true;
  let isOvertaken = false;
  let position = offset;
  let pieceList = initialState.pieces;
  let failure: { error: unknown } | undefined;
  const store = async (slice: Piece, bytes: Uint8Array) => {
    try {
      for (const { offset: from, size: length } of missingRanges(pieceList, slice)) {
        const start = from - slice.offset;
        const newBytes = bytes.subarray(start, start + length);
        const piece = { part, offset: from, size: length };
        const state = await storeSlice(deps, carrier, upload, piece, newBytes, clock);
        if (state.isStored) storedPieces.push(piece);
        pieceList = state.pieces;
        isOpen &&= state.isOpen;
        isOvertaken ||= reached(state) > position;
      }
    } catch (error) {
      failure ??= { error };
    }
  };
  const readNext = () =>
    slices.next().catch((error: unknown) => {
      if (!(error instanceof DamagedStreamError)) throw error;
      return { done: true, value: "damaged" } as const;
    });
  let next = await readNext();
  for (; !next.done; next = await readNext()) {
    const bytes = next.value;
    const slice = { part, offset: position, size: bytes.length };
    position += bytes.length;
    const stored: Promise<void> = store(slice, bytes).finally(() => pendingWrites.delete(stored));
    pendingWrites.add(stored);
    if (pendingWrites.size >= MAX_PENDING_WRITES) await Promise.race(pendingWrites);
    if (failure || !isOpen || (isOvertaken && position < offset + size)) break;
  }
  if (!next.done) await slices.return("cut");
  await Promise.all(pendingWrites);
  if (next.value === "damaged") {
    for (const piece of storedPieces) await removePiece(deps, carrier, upload, piece);
  }
  if (failure) throw failure.error;
  return { end: next.done ? next.value : "overtaken", isOpen };
}

async function storeSlice(
  deps: ReceivingDeps,
  carrier: StorageBackend,
  upload: Upload,
  piece: Piece,
  bytes: Uint8Array,
  clock: Clock,
): Promise<PartState & { isStored: boolean }> {
  const key = pieceKey(upload.id, piece);
  await carrier.put(key, bytes, piece.size);
  const { knownSize: known, ...state } = await recordPiece(deps.db, upload, piece, clock());
  // The upload is closed, or the part or a longer piece is stored.
  const isStored = known === piece.size;
  if (!isStored) await carrier.remove(key);
  return { ...state, isStored };
}

/** The row first: a row without its bytes would be taken for stored. */
async function removePiece(
  { db }: ReceivingDeps,
  carrier: StorageBackend,
  upload: Upload,
  piece: Piece,
): Promise<void> {
  await deletePieces(db, upload.id, piece);
  await carrier.remove(pieceKey(upload.id, piece));
}
