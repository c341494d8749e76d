const UPLOADS = "/api/cloud-storage/uploads";

/** The path that a part is PUT to, with a signature. */
export function partPath(uploadId: string, number: number): string {
  return `${UPLOADS}/${uploadId}/parts/${number}`;
}

/** The path that pieces of a part are PUT to, with a signature and `offset` in the query. */
export function piecesPath(uploadId: string, number: number): string {
  return `${partPath(uploadId, number)}/pieces`;
}
