import type { Mail } from "~/domain/mail/mail";
import { willBeSent } from "~/domain/mail/mail-outcome";
import { predictOutcomes } from "~/domain/mail/predict-mail.server";
import { recipientAddresses } from "~/domain/mail/recipient.server";
import { readStatusMailFacts } from "~/domain/mail/status-mail-facts.server";
import type { Made } from "~/domain/review/decide.server";
import {
  ALREADY_INVITED,
  CHANGES_NOT_ALLOWED,
  canAskForChanges,
  conflictText,
  type Decision,
  decisionError,
  type ItemVersion,
  NOT_NEXT,
  parseItemVersion,
  STATUS_NOT_ALLOWED,
  statusesFor,
  UNSIGNED_OF_SEVERAL,
} from "~/domain/review/decision";
import { decisionMail } from "~/domain/review/decision-mail";
import { findReviewItems, firstOfQueue } from "~/domain/review/queue.server";
import { MAX_CHOSEN, readFilter, reviewKinds } from "~/domain/review/queue-filter";
import { itemName, type ReviewItem } from "~/domain/review/review-item";
import { fillReason, MAX_SAVED_REASONS } from "~/domain/review/saved-reason";
import { unsignedSubmissions } from "~/domain/submission/record/signed-agreement.server";
import type { Staff } from "~/platform/principal";
import { needsAgreement, type SubmissionStatus, statusLabel } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { decideItem } from "../review/review-desk.server";
import { parseDecision } from "../review/review-post.server";
import { CHANGED, changeSeveral } from "./bulk-change.server";
import type { BulkPreview, BulkResult, SeveralReply } from "./bulk-reply.server";

/** A request may make about 1,000 calls of the database and the queue, and a decision needs up to seven. */
const MAX_AT_ONCE = 100;
const NOBODY = "First choose entries: go back and tick their boxes.";

const skippedTexts = {
  unfit: STATUS_NOT_ALLOWED,
  invited: ALREADY_INVITED,
  "not-next": NOT_NEXT,
  unsigned: UNSIGNED_OF_SEVERAL,
  closed: CHANGES_NOT_ALLOWED,
};
const alreadyText = (status: SubmissionStatus) => `It is ${statusLabel(status)} already.`;

/** Why an entry would be skipped, as far as its row tells now. */
function skipReason(
  item: ReviewItem,
  itemVersion: ItemVersion,
  { status: newStatus, changes }: Decision,
  isUnsigned: boolean,
): string | undefined {
  if (changes) return canAskForChanges(item) ? undefined : CHANGES_NOT_ALLOWED;
  const reason = decisionError(item, newStatus);
  if (reason) return skippedTexts[reason];
  if (item.status === newStatus && item.changesAskedAt === null) return alreadyText(newStatus);
  if (item.revision !== itemVersion.revision) return CHANGED;
  return isUnsigned && needsAgreement(newStatus) ? UNSIGNED_OF_SEVERAL : undefined;
}

function firstOfEachKind(letters: readonly { item: ReviewItem; letter: Mail }[]) {
  return reviewKinds
    .flatMap((kind) => letters.find(({ item }) => item.kind === kind) ?? [])
    .map(({ letter: { subject, text, recipient: to } }) => ({ subject, text, to }));
}

interface Chosen {
  items: readonly ItemVersion[];
  /** Whether more entries match than can be chosen. */
  hasMore: boolean;
}

async function previewDecision(
  context: AppContext,
  { items: chosenItems, hasMore }: Chosen,
  values: BulkPreview["values"],
  isForChanges: boolean,
) {
  const items = await findReviewItems(
    context.db,
    chosenItems.map(({ id }) => id),
  );
  const entries = chosenItems.flatMap((itemVersion) => {
    const item = items.find(({ id }) => id === itemVersion.id);
    return item ? [{ seen: itemVersion, item }] : [];
  });
  const { decision, errors = {} } = parseDecision(values, isForChanges);
  const { mail, site, db, clock } = context;
  const releases = items.filter(({ kind }) => kind === "submission").map(({ id }) => id);
  const unsigned = await unsignedSubmissions(db, releases);
  const entrySkipReason = ({ item, seen }: (typeof entries)[number]) =>
    decision && skipReason(item, seen, decision, unsigned.has(item.id));
  const recipientOf = await recipientAddresses(db, items);
  const facts = await readStatusMailFacts(
    db,
    items.map(({ id }) => id),
  );
  const composeLetter = (item: ReviewItem, made: Decision) => ({
    ...decisionMail(item, filledFor(item, made), { brand: mail.brand, site }, facts.get(item.id)),
    recipient: recipientOf(item),
  });
  const letters = decision
    ? entries
        .filter((entry) => !entrySkipReason(entry))
        .map(({ item }) => ({ item, letter: composeLetter(item, decision) }))
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
  const preview = { chosen: rows, statuses, values, errors, hasMore, previews };
  const reply = { kind: "asked" as const, ...preview };
  return { items, decision, reply };
}

/**
 * The chosen entries as they were seen: those posted, or the first that match a filter as they are now.
 * @throws Response 400 for none or too many.
 */
export async function chosenEntries(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  actor: Staff,
  fields: URLSearchParams,
): Promise<Chosen> {
  if (fields.has("all")) {
    const filter = readFilter(new URLSearchParams(fields.get("back") ?? ""));
    const viewer = { staffId: actor.id, now: clock() };
    const matching = await firstOfQueue(db, filter, viewer, MAX_CHOSEN);
    if (matching.items.length === 0) throw refusal(400, NOBODY);
    return matching;
  }
  const items = [...new Set(fields.getAll("item[]"))]
    .slice(0, MAX_CHOSEN + 1)
    .flatMap((text) => parseItemVersion(text) ?? []);
  if (items.length === 0) throw refusal(400, NOBODY);
  if (items.length > MAX_CHOSEN)
    throw refusal(400, `Choose at most ${MAX_CHOSEN} entries at a time.`);
  return { items, hasMore: false };
}

/** A decision with the names of an entry in its reason. */
const filledFor = ({ artistName, title }: ReviewItem, decision: Decision): Decision => ({
  ...decision,
  reason: fillReason(decision.reason, { artist: artistName, title }),
});

async function decideOne(
  context: AppContext,
  actor: Staff,
  { name, ...made }: Made & { name: string },
  result: BulkResult,
): Promise<void> {
  const { decision, seen } = made;
  const namedItem = { id: seen.id, name };
  const outcome = await decideItem(context, actor, { ...made, isUndoable: true });
  if (outcome.kind === "decided" || outcome.kind === "repeated")
    result.done.push({ ...namedItem, fate: outcome.mail, revision: seen.revision + 1 });
  else if (outcome.kind === "gone")
    result.left.push({ ...namedItem, why: "It is not there any more." });
  else if (outcome.kind === "same")
    result.left.push({ ...namedItem, why: alreadyText(decision.status) });
  else if (outcome.kind !== "changed")
    result.left.push({ ...namedItem, why: skippedTexts[outcome.kind] });
  else {
    const last = { ...outcome.last, status: statusLabel(outcome.last.status) };
    result.left.push({ ...namedItem, why: conflictText(last) });
  }
}

/**
 * Sets one status for several entries, asks all their artists for changes, previews that, undoes it, takes
 * them or puts them off. Each entry is decided by itself: those changed since they were chosen are skipped and
 * reported. All that match a filter are only previewed; the preview posts them as it displayed them.
 * @throws Response 400 if none or too many are chosen, or the button is unknown.
 */
export async function decideSeveral(
  context: AppContext,
  actor: Staff,
  fields: URLSearchParams,
): Promise<{ reply: SeveralReply; status: 200 | 400 | 409 }> {
  const chosen = await chosenEntries(context, actor, fields);
  const intent = fields.get("intent") ?? "";
  const replyTo = (result: BulkResult) =>
    ({ reply: result, status: result.left.length > 0 ? 409 : 200 }) as const;
  const now = chosen.items.slice(0, MAX_AT_ONCE);
  const changed = fields.has("all") ? undefined : await changeSeveral(context, actor, fields, now);
  if (changed) return replyTo(changed);
  if (!["preview", "set", "ask-changes"].includes(intent)) throw refusal(400, NO_BUTTON);
  const values = { status: fields.get("status") ?? "", reason: fields.get("reason") ?? "" };
  const isForChanges = intent === "ask-changes";
  const { items, decision, reply } = await previewDecision(context, chosen, values, isForChanges);
  if (!decision || intent === "preview" || fields.has("all"))
    return { reply, status: decision ? 200 : 400 };
  const status = isForChanges ? "waiting for their artists" : statusLabel(decision.status);
  const result: BulkResult = { kind: "done", status, done: [], left: [] };
  const reasonIds = fields.getAll("savedReason").slice(0, MAX_SAVED_REASONS);
  for (const seen of now) {
    const item = items.find(({ id }) => id === seen.id);
    const name = item ? itemName(item) : seen.id;
    const filled = item ? filledFor(item, decision) : decision;
    await decideOne(context, actor, { decision: filled, seen, name, reasonIds }, result);
  }
  const restItems = chosen.items.slice(MAX_AT_ONCE);
  if (restItems.length > 0) result.rest = { items: restItems, values };
  return replyTo(result);
}
