import type { FaultPoint } from "~/platform/fault-injection.server";
import { openStoreReader } from "./app-stores";
import { findDraftRow } from "./drafts";
import { expect } from "./journey";
import { Visitor } from "./visitor";

/** More often than any page tries. */
export const UNLIMITED_FAILURES = 1_000;

/** Makes the site fail at a point for one draft, `times` times; 0 mends it. */
export async function injectSiteFailure(
  point: FaultPoint,
  draftId: string,
  times: number,
): Promise<void> {
  const reply = await new Visitor().json("/sandbox/site/fail", { at: point, draftId, times });
  expect(reply.status).toBe(200);
}

/** The rows of a query on the app's database, for a test that asks only now and then. */
export function queryAppDatabase(sql: string, ...params: unknown[]) {
  return openStoreReader().rows(sql, ...params);
}

/** The draft of a visitor as it is stored. */
export function storedDraft(visitor: Visitor) {
  return findDraftRow(openStoreReader(), visitor);
}
