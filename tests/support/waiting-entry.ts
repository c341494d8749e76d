import type { StoreReader } from "./store-reader";

/** Writes an entry of the waiting list into the store of the app under test, as an artist leaves it. */
export async function waitingEntry(look: StoreReader, columns: Record<string, string> = {}) {
  const id = `W${crypto.randomUUID().slice(0, 8)}`;
  const email = `waiting-${id}@example.com`;
  const at = new Date().toISOString();
  const row: Record<string, string> = {
    ...{ id, reference: id, artist_name: "Ola Nord", email },
    ...{ listen_link: "https://soundcloud.com/ola", artist_data: '{"city":"Oslo","phone":"1"}' },
    ...{ reply_due_at: at, created_at: at, updated_at: at },
    status_history: JSON.stringify([{ status: "pending", at }]),
    ...columns,
  };
  const names = Object.keys(row);
  const sql = `INSERT INTO waiting_list (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  await look.rows(sql, ...Object.values(row));
  return { id, email };
}
