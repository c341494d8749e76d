import { createHash } from "node:crypto";
import type { StoreReader } from "./store-reader";
import type { Visitor } from "./visitor";

/** SHA-256 as hexadecimal characters. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The secret in a visitor's cookie. */
export function draftKeyOf(visitor: Visitor): string {
  // Beside it there may be the cookie of a sign-in.
  const value = decodeURIComponent(/(?:^|; )draft=([^;]*)/.exec(visitor.cookie)?.[1] ?? "");
  const text = String(JSON.parse(Buffer.from(value, "base64").toString()));
  return text.split(".")[0] ?? "";
}

/** The row of the draft that a visitor's cookie unlocks, its answers opened. */
export async function draftRowOf(inside: StoreReader, visitor: Visitor) {
  const hash = sha256(Buffer.from(draftKeyOf(visitor)));
  const [row] = await inside.rows("SELECT * FROM drafts WHERE key_hash = ?", hash);
  const { id, answers, completed_steps, expires_at } = row ?? {};
  return {
    id: String(id),
    answers: JSON.parse(String(answers)) as Record<string, Record<string, unknown>>,
    completed: JSON.parse(String(completed_steps)) as string[],
    expiresAt: String(expires_at),
  };
}

/** Makes a draft one that expired a minute ago. */
export async function expireDraft(inside: StoreReader, visitor: Visitor): Promise<void> {
  const { id } = await draftRowOf(inside, visitor);
  const past = new Date(Date.now() - 60_000).toISOString();
  await inside.rows("UPDATE drafts SET expires_at = ? WHERE id = ?", past, id);
}

/** The uploads a draft has, by slot, without a look into the bucket. */
export async function uploadRows(inside: StoreReader, visitor: Visitor) {
  const sql =
    "SELECT id, slot, state, key, carrier FROM uploads WHERE draft_id = ? ORDER BY slot, id";
  return inside.rows(sql, (await draftRowOf(inside, visitor)).id);
}

/** The files a draft has, by slot: name, state, and the SHA-256 of what the bucket really holds. */
export async function filesOf(inside: StoreReader, visitor: Visitor) {
  const rows = await inside.rows(
    "SELECT id, slot, state, file_name, size, key FROM uploads WHERE draft_id = ? ORDER BY slot, id",
    (await draftRowOf(inside, visitor)).id,
  );
  return Promise.all(
    rows.map(async ({ id, slot, state, file_name, size, key }) => {
      const bytes = await inside.object(String(key));
      return {
        id: String(id),
        slot: String(slot),
        state: String(state),
        fileName: String(file_name),
        size: Number(size),
        sha256: bytes && sha256(bytes),
      };
    }),
  );
}
