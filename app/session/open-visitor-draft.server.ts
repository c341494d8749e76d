import { decodeTime } from "ulidx";
import { CLOSED_TEXT } from "~/domain/access/submission-mode";
import { artistPrefill } from "~/domain/artists/artist-prefill.server";
import { startFormSession } from "~/domain/bot/form-sessions.server";
import { staleBefore } from "~/domain/bot/session";
import type { Draft } from "~/domain/submission/draft/draft";
import { isFull } from "~/domain/submission/draft/draft-capacity.server";
import { type DraftBeginning, openDraft } from "~/domain/submission/draft/open-draft.server";
import { TOO_MANY_PEOPLE } from "~/domain/uploads/upload-texts";
import { databaseMegabytes } from "~/platform/database.server";
import type { AppContext } from "./app-context";
import {
  clearDraftCookies,
  type DraftRef,
  draftCookieHeader,
  readDraftCookie,
} from "./draft-cookie.server";
import type { RetryLater } from "./refusal";
import { visitorNetworks } from "./visitor-limits.server";

const TOO_MANY: Omit<RetryLater, "wait"> = {
  status: 429,
  text: "Too many submissions were started from here just now. Wait a while, then try again.",
};
/** Existing drafts are not affected. */
const FULL: RetryLater = {
  status: 503,
  text: `${TOO_MANY_PEOPLE} You can still finish a submission that you have started.`,
  wait: 3_600,
};
const CLOSED: RetryLater = { status: 503, text: CLOSED_TEXT, wait: 3_600 };
/** KV takes up to a minute to propagate, and clocks differ by another. */
const MODE_PROPAGATION_MS = 120_000;
/** Within an hour, some drafts of 24 hours ago no longer count. */
const DAY_WAIT = 3_600;

const draftRefs = new WeakMap<object, DraftRef>();

/**
 * Stores the draft that an action assigned to this browser: the loaders of the same request still
 * see the old cookie.
 * @param context shared by action and loaders of one request.
 */
function setRequestDraft(context: object, ref: DraftRef): void {
  draftRefs.set(context, ref);
}

export function requestDraft(context: object): DraftRef | undefined {
  return draftRefs.get(context);
}

/** A reference to a draft that is not stored before something is saved. */
function newDraftRef({ ids, clock }: Pick<AppContext, "ids" | "clock">): DraftRef {
  return { key: ids.secret(), draftId: ids.next(clock()), state: "new" };
}

export async function checkGlobalDraftLimit(context: AppContext): Promise<RetryLater | undefined> {
  if (!(await context.entry.mode()).submissionsEnabled) return CLOSED;
  const { db, settings, clock } = context;
  if (await isFull(db, settings.LIMIT_OPEN_DRAFTS, clock())) return FULL;
  return checkSize(context);
}

/**
 * Whether the database has room. D1 reports its size only with replies, so concurrent drafts may
 * exceed the limit by an empty row each. The number of drafts is checked by the INSERT.
 */
export async function checkSize({ db, settings }: AppContext): Promise<RetryLater | undefined> {
  return (await databaseMegabytes(db)) >= settings.LIMIT_DATABASE_MB ? FULL : undefined;
}

/**
 * Whether submissions are closed for this visitor. A form that was opened before they closed can
 * still be saved.
 */
async function isClosedFor(ref: DraftRef | undefined, { entry }: AppContext): Promise<boolean> {
  const { submissionsEnabled, updatedAt } = await entry.mode();
  if (submissionsEnabled) return false;
  const closedAt = Date.parse(updatedAt ?? "");
  return !(ref && decodeTime(ref.draftId) < closedAt + MODE_PROPAGATION_MS);
}

/** The signed reference to a draft that is not stored yet. */
export async function readNewDraftRef(
  request: Request,
  context: AppContext,
): Promise<DraftRef | undefined> {
  const { SIGNING_SECRET: secret } = context.settings;
  const cookie = requestDraft(context) ?? (await readDraftCookie(request, secret));
  return typeof cookie === "object" && cookie.state === "new" ? cookie : undefined;
}

/**
 * Opens an empty draft for a visitor and sets its cookie. Concurrent calls with the same new
 * cookie open the same draft. A signed-in artist owns it.
 * @param beginning set for visitors with a link, who get a separate draft even while submissions
 * are closed.
 * @returns the draft, or why none was opened: 429 for too many drafts of this visitor, 503 if the
 * limits are reached or submissions are closed.
 */
export async function openVisitorDraft(
  request: Request,
  context: AppContext,
  beginning?: DraftBeginning,
): Promise<Draft | RetryLater> {
  const { db, clock, log, settings } = context;
  const wait = await context.scope.limitCall("drafts");
  if (wait !== undefined) return { ...TOO_MANY, wait };
  const full = await checkSize(context);
  if (full) return full;
  const ref = beginning ? undefined : await readNewDraftRef(request, context);
  if (!beginning && (await isClosedFor(ref, context))) return CLOSED;
  const now = clock();
  const { key, draftId: id } = ref ?? newDraftRef(context);
  const networks = await visitorNetworks(request, settings);
  const { LIMIT_OPEN_DRAFTS: open, LIMIT_DRAFTS_PER_DAY: perDay } = settings;
  const owner = await artistPrefill(db, (await context.scope.artist("write"))?.id);
  const row = { id, key, place: networks, now, beginning, owner };
  const draft = await openDraft(db, row, { open, perDay });
  if (draft === "full") return FULL;
  if (draft === "visitor") return { ...TOO_MANY, wait: DAY_WAIT };
  await startFormSession(db, draft.id, formStart(draft.id, now));
  await assignDraft(request, context, { key, draftId: draft.id, state: "open" });
  log("info", "draft.opened", { draftId: draft.id });
  return draft;
}

/** Sets the draft of this browser, by cookie and for the rest of this request. */
export async function assignDraft(request: Request, context: AppContext, ref: DraftRef) {
  setRequestDraft(context, ref);
  const cookie = await draftCookieHeader(request, ref, context.settings.SIGNING_SECRET);
  context.scope.replyHeaders.append("Set-Cookie", cookie);
}

/** Replaces the draft of this browser by a new, unstored one. */
export async function assignNewDraft(request: Request, context: AppContext): Promise<void> {
  const { replyHeaders } = context.scope;
  for (const header of await clearDraftCookies(request)) replyHeaders.append("Set-Cookie", header);
  await assignDraft(request, context, newDraftRef(context));
}

export async function assignDraftIfNone(request: Request, context: AppContext): Promise<void> {
  if (!(await readNewDraftRef(request, context))) await assignNewDraft(request, context);
}

/** When the form was first displayed, from the ULID of its draft; now if that is too long ago. */
function formStart(draftId: string, now: Date): Date {
  const displayedAt = new Date(decodeTime(draftId));
  return displayedAt > staleBefore(now) && displayedAt <= now ? displayedAt : now;
}
