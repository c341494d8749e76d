const UPLOADS = "/api/cloud-storage/uploads";

/** The path on our own origin that a part is PUT to; it opens with a signature only. */
export function partPath(uploadId: string, number: number): string {
  return `${UPLOADS}/${uploadId}/parts/${number}`;
}

/** The path that the pieces of a part are PUT to, with `offset` in the query beside the signature. */
export function piecesPath(uploadId: string, number: number): string {
  return `${partPath(uploadId, number)}/pieces`;
}
