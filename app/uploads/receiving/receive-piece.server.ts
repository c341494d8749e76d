import type { Clock } from "~/platform/clock";
import { type Piece, pieceKey, pieceProblem } from "../pieces";
import { partRange } from "../plan";
import type { Upload } from "../upload";
import { type Closed, closedBy, whyClosed } from "./closed-upload.server";
import { recordPiece } from "./part-store.server";
import { NO_SUCH_PART, type Sent } from "./receive-part.server";
import { carrierOf, type UploadRooms } from "./upload-rooms.server";

export type PieceResult =
  | { ok: true; piece: Piece }
  | { ok: false; status: 400; text: string }
  | Closed;

/** Keeps a piece of a part until the part is joined. The body goes to storage untouched. */
export async function receivePiece(
  rooms: UploadRooms,
  upload: Upload,
  { number: part, offset, length: size, body }: Sent & { offset: number },
  clock: Clock,
): Promise<PieceResult> {
  const closed = closedBy(upload);
  if (closed) return closed;
  const range = partRange(upload.size, upload.partSize, part);
  if (!range) return NO_SUCH_PART;
  const piece = { part, offset, size };
  const text = pieceProblem(range.end - range.start, piece);
  if (text) return { ok: false, status: 400, text };
  const carrier = carrierOf(rooms, upload);
  const key = pieceKey(upload.id, piece);
  await carrier.put(key, body, size);
  if (await recordPiece(rooms.db, upload.id, piece, clock())) return { ok: true, piece };
  await carrier.remove(key);
  return whyClosed(rooms, upload, clock);
}
