import type { CopyDeps, Next, Progress } from "./copy-progress";
import { keysChunk, type TableSummary, tableChunk } from "./snapshot";
import { LinesDigest, listColumns, readPage } from "./table-rows";

const KEYS_PER_PAGE = 100;

const linesText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** Copies the next rows of the first table. */
export async function copyRows(
  { stores, files }: CopyDeps,
  progress: Progress,
  { names, afterRow }: Next<"table">,
): Promise<Progress> {
  const [name, ...rest] = names;
  if (name === undefined)
    return { ...progress, next: { kind: "keys", namespace: "CONFIG", cursor: null } };
  const copied = progress.tables.filter((table) => table.name !== name);
  const summary: TableSummary = progress.tables.find((table) => table.name === name) ?? {
    name,
    columns: await listColumns(stores.DB, name),
    rows: 0,
    sha256: "0",
    chunks: 0,
  };
  const { lines, lastRow, isLast } = await readPage(stores.DB, name, summary.columns, afterRow);
  const digest = new LinesDigest(summary);
  for (const line of lines) digest.add(line);
  const chunks = summary.chunks + Number(lines.length > 0);
  if (lines.length > 0)
    await files.writeText(tableChunk(progress.id, name, chunks), linesText(lines));
  const table = { ...summary, rows: digest.rows, sha256: digest.sha256, chunks };
  return {
    ...progress,
    tables: [...copied, table],
    next: isLast
      ? { kind: "table", names: rest, afterRow: null }
      : { kind: "table", names, afterRow: lastRow },
  };
}

/** Copies the next keys of a namespace. */
export async function copyKeys(
  { stores, files }: CopyDeps,
  progress: Progress,
  { namespace, cursor }: Next<"keys">,
): Promise<Progress> {
  const page = await stores[namespace].list({ cursor, limit: KEYS_PER_PAGE });
  const lines: string[] = [];
  for (const { name, expiration, metadata } of page.keys) {
    const value = await stores[namespace].get(name);
    // One that has ended since it was listed.
    if (value !== null) lines.push(JSON.stringify({ name, value, expiration, metadata }));
  }
  const { count, chunks } = progress.keys[namespace];
  const written = chunks + Number(lines.length > 0);
  if (lines.length > 0)
    await files.writeText(keysChunk(progress.id, namespace, written), linesText(lines));
  const following: Progress["next"] =
    namespace === "CONFIG"
      ? { kind: "keys", namespace: "TOKENS", cursor: null }
      : { kind: "files", afterKey: "", previousChunk: 1 };
  return {
    ...progress,
    keys: { ...progress.keys, [namespace]: { count: count + lines.length, chunks: written } },
    next: page.list_complete ? following : { kind: "keys", namespace, cursor: page.cursor },
  };
}
