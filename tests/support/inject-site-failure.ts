import type { FaultPoint } from "~/platform/fault-injection.server";
import { openStoreReader } from "./app-stores";
import { findDraftRow } from "./drafts";
import { expect } from "./journey";
import { Visitor } from "./visitor";

/** More failures than any page retries. */
export const UNLIMITED_FAILURES = 1_000;

/** Makes the site fail at a point for one draft, `times` times; 0 ends it. */
export async function injectSiteFailure(
  point: FaultPoint,
  draftId: string,
  times: number,
): Promise<void> {
  const reply = await new Visitor().json("/sandbox/site/fail", {
    only: `${point} ${draftId}`,
    times,
  });
  expect(reply.status).toBe(200);
}

/** Runs a query on the app's database. */
export function queryAppDatabase(sql: string, ...params: unknown[]) {
  return openStoreReader().rows(sql, ...params);
}

/** The draft of a visitor as it is stored. */
export function storedDraft(visitor: Visitor) {
  return findDraftRow(openStoreReader(), visitor);
}
