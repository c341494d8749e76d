import { decodeTime } from "ulidx";
import { startFormSession } from "~/bot/form-sessions.server";
import { staleBefore } from "~/bot/session";
import { CLOSED_TEXT } from "~/entry/submission-mode";
import { databaseMegabytes } from "~/platform/database.server";
import type { Draft } from "~/submission/draft/draft";
import { isFull } from "~/submission/draft/draft-capacity.server";
import { type DraftBeginning, openDraft } from "~/submission/draft/open-draft.server";
import { artistPrefill } from "./artist-prefill.server";
import { type DraftRef, draftCookieHeader, readDraftCookie } from "./draft-cookie.server";
import type { Portal } from "./portal";
import type { RetryLater } from "./refusal";
import { requestDraft, setRequestDraft } from "./request-draft.server";
import { visitorNetworks } from "./visitor-limits.server";

const TOO_MANY: Omit<RetryLater, "wait"> = {
  status: 429,
  text: "Too many submissions were started from here just now. Wait a while, then try again.",
};
/** Nothing new fits; drafts that were opened before go on. */
const FULL: RetryLater = {
  status: 503,
  text: "More people are sending us music than we can take in just now. Please come back in an hour; a submission you've already started carries on as normal.",
  wait: 3_600,
};
/** Nobody can say when submissions open again; asking every hour is often enough. */
const CLOSED: RetryLater = { status: 503, text: CLOSED_TEXT, wait: 3_600 };
/** KV is read everywhere as it is written within a minute; clocks have another. */
const MODE_SPREADS_MS = 120_000;
/** Of those 24 hours ago some are forgotten within the hour. */
const DAY_WAIT = 3_600;

/** A name for a draft of which nothing is stored: it costs nothing until something is sent. */
function newDraftName({ ids, clock }: Pick<Portal, "ids" | "clock">): DraftRef {
  return { key: ids.secret(), draftId: ids.next(clock()), state: "new" };
}

/** Whether drafts are opened just now, or why not, for a page to say before anything is typed. */
export async function checkGlobalDraftLimit(context: Portal): Promise<RetryLater | undefined> {
  if (!(await context.entry.mode()).submissionsEnabled) return CLOSED;
  const { db, settings, clock } = context;
  if (await isFull(db, settings.LIMIT_OPEN_DRAFTS, clock())) return FULL;
  return checkSize(context);
}

/**
 * Whether the database has room. Read before a draft is written, since D1 tells its size with its
 * answers only, and no statement can ask for it: drafts that are opened at the same moment may pass
 * it together, by an empty row each. How many there are is decided in the statement that writes one.
 */
export async function checkSize({ db, settings }: Portal): Promise<RetryLater | undefined> {
  return (await databaseMegabytes(db)) >= settings.LIMIT_DATABASE_MB ? FULL : undefined;
}

/**
 * Whether nothing new is begun just now. Who had the first page open when submissions were closed is
 * under way: what they type is taken.
 */
async function isClosedFor(name: DraftRef | undefined, { entry }: Portal): Promise<boolean> {
  const { submissionsEnabled, updatedAt } = await entry.mode();
  if (submissionsEnabled) return false;
  const closedAt = Date.parse(updatedAt ?? "");
  return !(name && decodeTime(name.draftId) < closedAt + MODE_SPREADS_MS);
}

/** The draft's name in this browser, where its cookie is ours and nothing of it is stored yet. */
export async function readNewName(
  request: Request,
  context: Portal,
): Promise<DraftRef | undefined> {
  const { SIGNING_SECRET: secret } = context.settings;
  const cookie = requestDraft(context) ?? (await readDraftCookie(request, secret));
  return typeof cookie === "object" && cookie.state === "new" ? cookie : undefined;
}

/**
 * Opens an empty draft for a visitor: the one that the browser's new cookie names, however many ask
 * for it at once, else one with a name of its own. The reply takes its cookie along. That of an artist
 * who is signed in belongs to their account.
 * @param beginning of whoever comes in by a link: theirs is a draft of its own, whether or not
 * submissions are open.
 * @returns the draft, or why none is opened: 429 for a visitor who opens drafts by the hundred, 503
 * while the house is full, or submissions are closed.
 */
export async function openVisitorDraft(
  request: Request,
  context: Portal,
  beginning?: DraftBeginning,
): Promise<Draft | RetryLater> {
  const { db, clock, log, settings } = context;
  const wait = await context.scope.limitCall("drafts");
  if (wait !== undefined) return { ...TOO_MANY, wait };
  const full = await checkSize(context);
  if (full) return full;
  const name = beginning ? undefined : await readNewName(request, context);
  if (!beginning && (await isClosedFor(name, context))) return CLOSED;
  const now = clock();
  const { key, draftId: id } = name ?? newDraftName(context);
  const place = await visitorNetworks(request, settings);
  const { LIMIT_OPEN_DRAFTS: open, LIMIT_DRAFTS_PER_DAY: perDay } = settings;
  const owner = await artistPrefill(context);
  const row = { id, key, place, now, beginning, owner };
  const draft = await openDraft(db, row, { open, perDay });
  if (draft === "full") return FULL;
  if (draft === "visitor") return { ...TOO_MANY, wait: DAY_WAIT };
  await startFormSession(db, draft.id, formStart(draft.id, now));
  await assignDraft(request, context, { key, draftId: draft.id, state: "open" });
  log("info", "draft.opened", { draftId: draft.id });
  return draft;
}

/** Gives this browser a draft: with the reply, and at once for what this request still does. */
export async function assignDraft(
  request: Request,
  context: Portal,
  name: DraftRef,
): Promise<void> {
  setRequestDraft(context, name);
  const cookie = await draftCookieHeader(request, name, context.settings.SIGNING_SECRET);
  context.scope.replyHeaders.append("Set-Cookie", cookie);
}

/** Gives a browser the name of a draft of which nothing is stored, in place of any it has. */
export async function assignNewDraft(request: Request, context: Portal): Promise<void> {
  await assignDraft(request, context, newDraftName(context));
}

/** Gives a browser without one the name of a draft, of which nothing is stored. */
export async function assignDraftIfNone(request: Request, context: Portal): Promise<void> {
  if (!(await readNewName(request, context))) await assignNewDraft(request, context);
}

/** When the form was first shown, which its draft's id tells; now where that is too long ago. */
function formStart(draftId: string, now: Date): Date {
  const shownAt = new Date(decodeTime(draftId));
  return shownAt > staleBefore(now) && shownAt <= now ? shownAt : now;
}
