import * as v from "valibot";
import type { Mail } from "~/domain/mail/mail";
import { type MailOutcome, mailOutcomes, willBeSent } from "~/domain/mail/mail-outcome";
import { predictOutcomes } from "~/domain/mail/predict-mail.server";
import { recipientAddresses } from "~/domain/mail/recipient.server";
import { decisionMail } from "~/domain/review/decide.server";
import {
  ALREADY_INVITED,
  conflictText,
  type Decision,
  decisionError,
  decisionSchema,
  type ItemVersion,
  parseItemVersion,
  STATUS_NOT_ALLOWED,
  statusesFor,
  UNSIGNED_OF_SEVERAL,
} from "~/domain/review/decision";
import { findReviewItems } from "~/domain/review/queue.server";
import { reviewKinds } from "~/domain/review/queue-filter";
import { itemName, type ReviewItem } from "~/domain/review/review-item";
import { type SubmissionStatus, statusLabel } from "~/domain/submission/record/board-labels";
import { needsAgreement } from "~/domain/submission/record/needs-agreement";
import { unsignedSubmissions } from "~/domain/submission/record/signed-agreement.server";
import type { FieldErrors } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { longTime } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { decideItem } from "../review/review-desk.server";

/** The queue's page size. */
const MAX_CHOSEN = 50;
const NOBODY = "First choose entries: go back and tick their boxes.";

interface BulkPreview {
  kind: "asked";
  chosen: {
    seen: ItemVersion;
    name: string;
    status: string;
    email: string;
    /** Why it would be skipped. */
    why?: string | undefined;
    /** Undefined if it gets no mail, or the decision is incomplete. */
    fate: MailOutcome | undefined;
  }[];
  /** Allowed statuses: fewer if all entries are of the waiting list. */
  statuses: readonly SubmissionStatus[];
  values: { status: string; reason: string };
  errors: FieldErrors;
  /** One sample mail per kind of entry; the others differ in names only. */
  previews: { subject: string; text: string; to: string }[];
}

interface BulkResult {
  kind: "done";
  status: string;
  done: { id: string; name: string; fate: MailOutcome }[];
  left: { id: string; name: string; why: string }[];
}

export type SeveralReply = BulkPreview | BulkResult;

/** The result in few bytes for the page after the redirect: ids grouped by outcome. */
const packedDoneSchema = v.object({
  status: v.string(),
  done: v.array(v.tuple([v.picklist(mailOutcomes), v.array(v.string())])),
  left: v.array(v.tuple([v.string(), v.array(v.string())])),
});
type PackedDone = v.InferOutput<typeof packedDoneSchema>;
/** With the filter of the queue to go back to. */
export const bulkResultSchema = v.object({ back: v.string(), done: packedDoneSchema });

/** Groups ids by key, in order of first appearance. */
function groupIds<Key extends string>(
  rows: readonly (readonly [Key, string])[],
): [Key, string[]][] {
  const groups = new Map<Key, string[]>();
  for (const [key, id] of rows) groups.set(key, [...(groups.get(key) ?? []), id]);
  return [...groups];
}

export const packDone = ({ status, done, left }: BulkResult): PackedDone => ({
  status,
  done: groupIds(done.map(({ id, fate }) => [fate, id])),
  left: groupIds(left.map(({ id, why }) => [why, id])),
});

/** Restores a packed result, with current names. */
export async function unpackDone(
  { db }: Pick<Portal, "db">,
  { status, done, left }: PackedDone,
): Promise<BulkResult> {
  const ids = [...done, ...left].flatMap(([, groupedIds]) => groupedIds).slice(0, MAX_CHOSEN);
  const items = await findReviewItems(db, ids);
  const toNamedItem = (id: string) => {
    const item = items.find((entry) => entry.id === id);
    return { id, name: item ? itemName(item) : id };
  };
  return {
    kind: "done",
    status,
    done: done.flatMap(([fate, groupedIds]) =>
      groupedIds.map((id) => ({ ...toNamedItem(id), fate })),
    ),
    left: left.flatMap(([why, groupedIds]) =>
      groupedIds.map((id) => ({ ...toNamedItem(id), why })),
    ),
  };
}

const skippedTexts = {
  unfit: STATUS_NOT_ALLOWED,
  invited: ALREADY_INVITED,
  unsigned: UNSIGNED_OF_SEVERAL,
};
const CHANGED = "It has changed since you chose it. Open it before you decide.";
const alreadyText = (status: SubmissionStatus) => `It is ${statusLabel(status)} already.`;

/** Why an entry would be skipped, as far as its row tells now. */
function skipReason(
  item: ReviewItem,
  itemVersion: ItemVersion,
  newStatus: SubmissionStatus,
  isUnsigned: boolean,
): string | undefined {
  const reason = decisionError(item, newStatus);
  if (reason) return skippedTexts[reason];
  if (item.status === newStatus) return alreadyText(newStatus);
  if (item.revision !== itemVersion.revision) return CHANGED;
  return isUnsigned && needsAgreement(newStatus) ? UNSIGNED_OF_SEVERAL : undefined;
}

function firstOfEachKind(letters: readonly { item: ReviewItem; letter: Mail }[]) {
  return reviewKinds
    .flatMap((kind) => letters.find(({ item }) => item.kind === kind) ?? [])
    .map(({ letter: { subject, text, recipient: to } }) => ({ subject, text, to }));
}

async function previewDecision(
  portal: Portal,
  chosenItems: readonly ItemVersion[],
  values: BulkPreview["values"],
) {
  const items = await findReviewItems(
    portal.db,
    chosenItems.map(({ id }) => id),
  );
  const entries = chosenItems.flatMap((itemVersion) => {
    const item = items.find(({ id }) => id === itemVersion.id);
    return item ? [{ seen: itemVersion, item }] : [];
  });
  const result = v.safeParse(decisionSchema, values);
  const errors = result.success ? {} : schemaErrors(decisionSchema, values);
  const { mail, site, db, clock } = portal;
  const releases = items.filter(({ kind }) => kind === "submission").map(({ id }) => id);
  const unsigned = await unsignedSubmissions(db, releases);
  const entrySkipReason = ({ item, seen }: (typeof entries)[number]) =>
    result.success
      ? skipReason(item, seen, result.output.status, unsigned.has(item.id))
      : undefined;
  const recipientOf = await recipientAddresses(db, items);
  const composeLetter = (item: ReviewItem, decision: Decision) => ({
    ...decisionMail(item, decision, { brand: mail.brand, site }),
    recipient: recipientOf(item),
  });
  const letters = result.success
    ? entries
        .filter((entry) => !entrySkipReason(entry))
        .map(({ item }) => ({ item, letter: composeLetter(item, result.output) }))
    : [];
  const mails = letters.map(({ letter }) => letter);
  const outcomes = await predictOutcomes(db, "status-change", mails, mail.rules, clock());
  const outcomeByItem = new Map(letters.map(({ item }, index) => [item.id, outcomes[index]]));
  const previews = firstOfEachKind(
    letters.filter(({ item }) => willBeSent(outcomeByItem.get(item.id) ?? "waiting")),
  );
  const rows = entries.map((entry) => {
    const { seen, item } = entry;
    const summary = { seen, name: itemName(item), status: item.status, email: recipientOf(item) };
    return { ...summary, why: entrySkipReason(entry), fate: outcomeByItem.get(item.id) };
  });
  const listKind = entries.every(({ item }) => item.kind === "waiting") ? "waiting" : "submission";
  const statuses = statusesFor(listKind);
  const reply = { kind: "asked" as const, chosen: rows, statuses, values, errors, previews };
  return { items, read: result, reply };
}

/**
 * Sets one status for several entries, or previews it. Each entry is decided by itself: those changed since
 * they were chosen are skipped and reported.
 * @throws Response 400 if none or too many are chosen, or the button is unknown.
 */
export async function decideSeveral(
  portal: Portal,
  actor: Staff,
  fields: URLSearchParams,
): Promise<{ reply: SeveralReply; status: 200 | 400 | 409 }> {
  const chosenItems = [...new Set(fields.getAll("item[]"))]
    .slice(0, MAX_CHOSEN + 1)
    .flatMap((text) => parseItemVersion(text) ?? []);
  if (chosenItems.length === 0) throw refusal(400, NOBODY);
  if (chosenItems.length > MAX_CHOSEN)
    throw refusal(400, `Choose at most ${MAX_CHOSEN} entries at a time.`);
  const intent = fields.get("intent");
  if (intent !== "preview" && intent !== "set") throw refusal(400, NO_BUTTON);
  const values = { status: fields.get("status") ?? "", reason: fields.get("reason") ?? "" };
  const { items, read, reply } = await previewDecision(portal, chosenItems, values);
  if (!read.success || intent === "preview") return { reply, status: read.success ? 200 : 400 };
  const newStatus = read.output.status;
  const status = statusLabel(newStatus);
  const result: BulkResult = { kind: "done", status, done: [], left: [] };
  for (const itemVersion of chosenItems) {
    const item: ReviewItem | undefined = items.find(({ id }) => id === itemVersion.id);
    const namedItem = { id: itemVersion.id, name: item ? itemName(item) : itemVersion.id };
    const outcome = await decideItem(portal, actor, { decision: read.output, seen: itemVersion });
    if (outcome.kind === "decided") result.done.push({ ...namedItem, fate: outcome.mail });
    else if (outcome.kind === "gone")
      result.left.push({ ...namedItem, why: "It is not there any more." });
    else if (outcome.kind === "same")
      result.left.push({ ...namedItem, why: alreadyText(newStatus) });
    else if (outcome.kind !== "changed")
      result.left.push({ ...namedItem, why: skippedTexts[outcome.kind] });
    else {
      const last = { ...outcome.last, status: statusLabel(outcome.last.status) };
      result.left.push({ ...namedItem, why: conflictText(last, longTime) });
    }
  }
  return { reply: result, status: result.left.length > 0 ? 409 : 200 };
}
