import type { AppServer } from "../support/app-server";
import type { StoreReader } from "../support/app-stores";
import { figure } from "./drive-singles";
import type { CopyUse } from "./growth-measured";
import { usedSince } from "./read-usage";
import { settledUsage } from "./settled-usage";

const MAX_SWEEPS = 500;

/** Makes a copy of everything into the backup bucket, by the sweeps' own part. @returns what it used. */
export async function usageOfCopy(app: AppServer, store: StoreReader): Promise<CopyUse> {
  await store.rows("UPDATE backup_runs SET created_at = '2020-01-01T00:00:00.000Z' RETURNING id");
  const before = await settledUsage(app);
  const runs = "SELECT count(*) AS figure FROM backup_runs";
  const finished = `${runs} WHERE finished_at IS NOT NULL`;
  const goal = (await figure(store, runs)) + 1;
  for (let sweeps = 0; (await figure(store, finished)) < goal; sweeps++) {
    if (sweeps === MAX_SWEEPS) throw new Error("A copy comes to no end.");
    const body = JSON.stringify({ only: ["backup"] });
    await fetch(`${app.url}/sandbox/sweep`, { method: "POST", body });
  }
  const used = usedSince(before, await settledUsage(app));
  const amount = (name: string) => used.get(`sweep.${name}`) ?? 0;
  return {
    d1RowsRead: amount("d1RowsRead"),
    d1RowsWritten: amount("d1RowsWritten"),
    r2ClassA: amount("r2ClassA"),
    r2ClassB: amount("r2ClassB"),
    r2Bytes: amount("backupBytes"),
  };
}

const combine = (a: CopyUse, b: CopyUse, value: (a: number, b: number) => number): CopyUse => ({
  d1RowsRead: value(a.d1RowsRead, b.d1RowsRead),
  d1RowsWritten: value(a.d1RowsWritten, b.d1RowsWritten),
  r2ClassA: value(a.r2ClassA, b.r2ClassA),
  r2ClassB: value(a.r2ClassB, b.r2ClassB),
  r2Bytes: value(a.r2Bytes, b.r2Bytes),
});

/** What a copy uses more than another, for each of so many submissions. */
export const eachMore = (more: CopyUse, than: CopyUse, count: number): CopyUse =>
  combine(more, than, (a, b) => Math.max(0, (a - b) / count));

/** What a copy uses whatever is stored. */
export const fixedUse = (copy: CopyUse, perStored: CopyUse, stored: number): CopyUse =>
  combine(copy, perStored, (all, each) => Math.max(0, all - each * stored));
