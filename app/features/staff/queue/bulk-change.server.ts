import * as v from "valibot";
import { assignItem } from "~/domain/review/assign-item.server";
import { type ItemVersion, undoRefusalTexts } from "~/domain/review/decision";
import { setSnoozed } from "~/domain/review/item-marks.server";
import { findReviewItems } from "~/domain/review/queue.server";
import { itemName, type ReviewItem } from "~/domain/review/review-item";
import { snoozeUntil } from "~/domain/review/snooze";
import { timeZoneSchema } from "~/platform/formats/time-zone";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { undoItem } from "../review/review-desk.server";
import type { BulkResult } from "./bulk-reply.server";

export const CHANGED = "It has changed since you chose it. Open it before you decide.";
const NOT_PUT_OFF = "It doesn't wait for us, so it can't be put off.";

/** Does something that sends no mail with one entry. @returns why it was left, else undefined. */
type ItemChange = (item: ReviewItem, seen: ItemVersion) => Promise<string | undefined>;

/** What is done with several entries beside a decision, and what they are then. */
function changesOf(
  context: AppContext,
  by: Staff,
  timeZone: string,
): ReadonlyMap<string, readonly [string, ItemChange]> {
  const actor = { by, requestId: context.scope.requestId };
  const tomorrow = snoozeUntil("tomorrow", context.clock(), timeZone);
  const undo: ItemChange = async (item, { revision }) => {
    const { kind } = await undoItem(context, by, item, revision);
    if (kind === "undone") return undefined;
    return kind === "changed" ? CHANGED : undoRefusalTexts[kind];
  };
  const take: ItemChange = async ({ id, assignedName }) =>
    (await assignItem(context, id, undefined, actor))
      ? undefined
      : `${assignedName ?? "A colleague"} has this already.`;
  const snooze: ItemChange = async ({ id, snoozedUntil }) =>
    snoozedUntil === tomorrow || (await setSnoozed(context, id, tomorrow, actor))
      ? undefined
      : NOT_PUT_OFF;
  return new Map([
    ["undo", ["as before", undo]],
    ["take", ["yours", take]],
    ["snooze", ["put off until tomorrow", snooze]],
  ]);
}

/**
 * Does the same with each of several entries; those with which it can't be done are reported.
 * @returns undefined where the button does something else.
 */
export async function changeSeveral(
  context: AppContext,
  actor: Staff,
  fields: URLSearchParams,
  items: readonly ItemVersion[],
): Promise<BulkResult | undefined> {
  const timeZone = v.parse(timeZoneSchema, fields.get("zone"));
  const known = changesOf(context, actor, timeZone).get(fields.get("intent") ?? "");
  if (!known) return undefined;
  const [status, change] = known;
  const found = await findReviewItems(
    context.db,
    items.map(({ id }) => id),
  );
  const result: BulkResult = { kind: "done", status, done: [], left: [] };
  for (const seen of items) {
    const item = found.find(({ id }) => id === seen.id);
    if (!item) continue;
    const why = await change(item, seen);
    const named = { id: seen.id, name: itemName(item) };
    if (why === undefined) result.done.push({ ...named, fate: "unwanted" });
    else result.left.push({ ...named, why });
  }
  return result;
}
