import type { DrillPoint } from "~/platform/drill.server";
import { openWindow } from "./app-window";
import { expect } from "./journey";
import { draftOf } from "./stored";
import { Visitor } from "./visitor";

/** More often than any page tries. */
export const ALWAYS = 1_000;

/** Makes the site fail at a point for one draft, `times` times; 0 mends it. */
export async function failAt(at: DrillPoint, draftId: string, times: number): Promise<void> {
  const reply = await new Visitor().json("/sandbox/site/fail", { at, draftId, times });
  expect(reply.status).toBe(200);
}

/** The rows of a query on the app's database, for a test that asks only now and then. */
export function askInside(sql: string, ...params: unknown[]) {
  return openWindow().rows(sql, ...params);
}

/** The draft of a visitor as it is stored. */
export function storedDraft(visitor: Visitor) {
  return draftOf(openWindow(), visitor);
}
