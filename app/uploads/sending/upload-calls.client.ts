/**
 * Tells the server to forget an upload; resolves when it has answered, or cannot be reached. Best
 * effort: stale ones are swept anyway.
 */
export async function forgetCall(uploadId: string): Promise<void> {
  const path = `/api/cloud-storage/uploads/${uploadId}`;
  await fetch(path, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
