import type { Clock } from "~/platform/clock";
import { type Piece, type PieceRange, pieceKey, planAssembly } from "../pieces";
import type { StorageBackend } from "../storage-backend";
import type { Upload } from "../upload";
import { partRange } from "../upload-plan";
import { type ClosedReason, closedReason, resolveClosedReason } from "./closed-upload.server";
import { composePart } from "./compose-part.server";
import { deletePieces, findParts, findPieces, recordPart } from "./part-store.server";
import { NO_SUCH_PART } from "./receive-part.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";
import { removePieces } from "./remove-upload.server";

type JoinResult =
  | { ok: true; etag: string }
  | { ok: false; status: 409; text: string; missing: PieceRange[] }
  | { ok: false; status: 400; text: string }
  | ClosedReason;

const incomplete = (missing: PieceRange[]): JoinResult => ({
  ok: false,
  status: 409,
  text: "Some pieces of this part haven't arrived yet.",
  missing,
});

/** Joins the pieces of a part. Safe to call again. */
export async function joinPieces(
  deps: ReceivingDeps,
  upload: Upload,
  number: number,
  clock: Clock,
): Promise<JoinResult> {
  const refusal = closedReason(upload);
  if (refusal) return refusal;
  const range = partRange(upload.size, upload.partSize, number);
  if (!range) return NO_SUCH_PART;
  const existingEtag = await findEtag(deps, upload, number);
  if (existingEtag) return { ok: true, etag: existingEtag };
  const size = range.end - range.start;
  const pieces = (await findPieces(deps.db, upload.id)).filter(({ part }) => part === number);
  const { reads, missing } = planAssembly(pieces, size);
  if (missing.length > 0) return incomplete(missing);
  const carrier = backendOfUpload(deps, upload);
  const sources = reads.map(({ piece, from, length }) => ({
    key: pieceKey(upload.id, { part: number, ...piece }),
    offset: from,
    length,
  }));
  const { key, multipartId } = upload;
  let etag: string;
  try {
    etag = await composePart(carrier, { key, multipartId, number }, sources);
  } catch (error) {
    if (carrier.problem(error)) return resolveClosedReason(deps, upload, clock);
    // Another call may have joined and removed them.
    const joinedEtag = await findEtag(deps, upload, number);
    if (joinedEtag) return { ok: true, etag: joinedEtag };
    const lostPieces = await deleteLostPieces(deps, carrier, upload, pieces);
    if (lostPieces.length === 0) throw error;
    return incomplete(planAssembly(without(pieces, lostPieces), size).missing);
  }
  if (!(await recordPart(deps.db, upload, { number, etag, size }, clock())))
    return resolveClosedReason(deps, upload, clock);
  await removePieces(deps, upload, number);
  return { ok: true, etag };
}

async function findEtag(deps: ReceivingDeps, { id }: Upload, number: number) {
  return (await findParts(deps.db, id)).find((part) => part.number === number)?.etag;
}

function without(pieces: readonly Piece[], lostPieces: readonly Piece[]): Piece[] {
  return pieces.filter((piece) => !lostPieces.includes(piece));
}

async function deleteLostPieces(
  deps: ReceivingDeps,
  carrier: StorageBackend,
  upload: Upload,
  pieces: readonly Piece[],
): Promise<Piece[]> {
  const lostPieces: Piece[] = [];
  for (const piece of pieces)
    if ((await carrier.size(pieceKey(upload.id, piece))) !== piece.size) lostPieces.push(piece);
  for (const piece of lostPieces) await deletePieces(deps.db, upload.id, piece);
  return lostPieces;
}
