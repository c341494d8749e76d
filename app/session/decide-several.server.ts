import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import * as v from "valibot";
import { statusLabel } from "~/board/board-labels";
import type { FieldErrors } from "~/forms/reply";
import { schemaErrors } from "~/forms/schema-errors";
import { shownAddresses } from "~/mail/letter-address.server";
import { longTime } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import { decisionMail } from "~/staff/review/decide.server";
import { conflictText, decisionSchema, readSeen, type SeenItem } from "~/staff/review/decision";
import { findReviewItems } from "~/staff/review/queue.server";
import { itemName, type ReviewItem } from "~/staff/review/review-item";
import { NO_BUTTON, refusal } from "./refusal";
import { decideItem } from "./review-desk.server";

/** As many as a page of the queue has. */
const MOST = 50;
const NOBODY = "Choose the entries first: go back and tick their boxes.";

/** Entries that were chosen, before anything is done with them. */
interface Asked {
  kind: "asked";
  chosen: { seen: SeenItem; name: string; status: string; email: string }[];
  values: { status: string; reason: string };
  errors: FieldErrors;
  /** The mail that goes to the first of them; the others get the same with their own names. */
  preview?: { subject: string; text: string; to: string };
}

/** What became of them. */
interface Done {
  kind: "done";
  status: string;
  done: { id: string; name: string }[];
  /** Those that were left as they are, and why. */
  left: { id: string; name: string; why: string }[];
}

export type SeveralReply = Asked | Done;

async function askedOf(portal: Portal, chosen: readonly SeenItem[], values: Asked["values"]) {
  const items = await findReviewItems(
    portal.db,
    chosen.map(({ id }) => id),
  );
  const known = chosen.flatMap((seen) => {
    const item = items.find(({ id }) => id === seen.id);
    return item ? [{ seen, item }] : [];
  });
  const read = v.safeParse(decisionSchema, values);
  const errors = read.success ? {} : schemaErrors(decisionSchema, values);
  const [first] = known;
  const letter =
    read.success && first
      ? decisionMail(first.item, read.output, { brand: portal.mail.brand, site: portal.site })
      : undefined;
  const mailedTo = await shownAddresses(portal.db, items);
  const preview = letter &&
    first && { subject: letter.subject, text: letter.text, to: mailedTo(first.item) };
  const shown = known.map(({ seen, item }) => ({
    ...{ seen, name: itemName(item), status: item.status, email: mailedTo(item) },
  }));
  return { items, read, reply: { kind: "asked" as const, chosen: shown, values, errors, preview } };
}

/**
 * Sets one status for several entries, or shows first what that would do. Each is decided by itself:
 * those that have changed since they were chosen are told, and the others done.
 * @throws Response 400 where none is chosen, too many are, or the form has no such button.
 */
export async function decideSeveral(
  portal: Portal,
  by: Staff,
  fields: URLSearchParams,
): Promise<{ reply: SeveralReply; status: 200 | 400 | 409 }> {
  const chosen = [...new Set(fields.getAll("item[]"))]
    .slice(0, MOST + 1)
    .flatMap((text) => readSeen(text) ?? []);
  if (chosen.length === 0) throw refusal(400, NOBODY);
  if (chosen.length > MOST) throw refusal(400, `Choose at most ${MOST} entries at a time.`);
  const intent = fields.get("intent");
  if (intent !== "preview" && intent !== "set") throw refusal(400, NO_BUTTON);
  const values = { status: fields.get("status") ?? "", reason: fields.get("reason") ?? "" };
  const { items, read, reply } = await askedOf(portal, chosen, values);
  if (!read.success || intent === "preview") return { reply, status: read.success ? 200 : 400 };
  const status = statusLabel(read.output.status);
  const result: Done = { kind: "done", status, done: [], left: [] };
  for (const seen of chosen) {
    const found: ReviewItem | undefined = items.find(({ id }) => id === seen.id);
    const told = { id: seen.id, name: found ? itemName(found) : seen.id };
    const made = await decideItem(portal, by, { decision: read.output, seen });
    if (made.kind === "decided") result.done.push(told);
    else if (made.kind === "gone") result.left.push({ ...told, why: "It is not there any more." });
    else if (made.kind === "same") result.left.push({ ...told, why: `It is ${status} already.` });
    else {
      const last = { ...made.last, status: statusLabel(made.last.status) };
      result.left.push({ ...told, why: conflictText(last, longTime) });
    }
  }
  return { reply: result, status: result.left.length > 0 ? 409 : 200 };
}
