import { redirect } from "@remix-run/cloudflare";
import { isShell } from "~/platform/formats/shell";
import type { Draft } from "~/submission/draft/draft";
import { isExpiredUnused } from "~/submission/draft/draft-days";
import { emptyDraft } from "~/submission/draft/draft-store.server";
import { firstOpenStep, mayOpen, type StepId } from "~/submission/steps/steps";
import { filesOfDraft } from "~/uploads/receiving/file-views.server";
import type { FileView } from "~/uploads/upload";
import { ALREADY_SUBMITTED } from "~/uploads/upload-texts";
import { devToolsOf } from "./dev-tools";
import { asDraftKey, draftCookieOf } from "./draft-cookie.server";
import { openVisitorDraft, readNewName } from "./open-visitor-draft.server";
import type { Portal } from "./portal";
import { refusal, retryLaterResponse } from "./refusal";
import { requestDraft } from "./request-draft.server";
import { type DraftWithFiles, findDraft, findDraftWithFiles } from "./unlocked-draft.server";

/** Why there is no draft, as the sentence a page shows. */
export const DRAFT_NOT_FOUND = "There's no draft in this browser.";
export const DRAFT_EXPIRED = "This draft expired, because nothing changed in it for 14 days.";
const WAYS_ON = "If you have a link to it, open that. Starting again takes about ten minutes.";
const START_AGAIN = "Starting again takes about ten minutes.";
/** Why a form that was opened for another draft changes nothing. */
export const OTHER_DRAFT =
  "You've opened another submission in this browser. Reload this page to see it.";
/** Why a step cannot be saved yet. */
export const OUT_OF_ORDER =
  "This step opens once you've done the one before it. Nothing you saved is lost.";

/** Why a request has no draft to work on. */
export type NoDraft = "none" | "unknown" | "expired";

/** That there is no draft, and the way on, in plain words. */
function noDraftText(why: NoDraft): string {
  return why === "expired" ? `${DRAFT_EXPIRED} ${START_AGAIN}` : `${DRAFT_NOT_FOUND} ${WAYS_ON}`;
}

/**
 * The refusal of whoever has no draft: 410 where it is over, else 404.
 * @param status what a call is specified to answer in place of that.
 */
function noDraftRefusal(why: NoDraft, status?: 403 | 404): Response {
  return refusal(status ?? (why === "expired" ? 410 : 404), noDraftText(why), { noDraft: true });
}

/**
 * Guards what needs the draft that was read.
 * @param status see `noDraftRefusal`.
 * @throws Response for whoever has none.
 */
export function requireFound(draft: Draft | NoDraft, status?: 403 | 404): Draft {
  if (typeof draft === "string") throw noDraftRefusal(draft, status);
  return draft;
}

/** What a request has read, by its scope: the loaders of one page run side by side. */
const draftsByScope = new WeakMap<
  Portal["scope"],
  Map<string, Promise<DraftWithFiles | undefined>>
>();

/** The draft of a key: asked for once for all that only read, since nothing changes between them. */
async function findOnce(
  { method }: Request,
  { db, scope, clock }: Portal,
  key: string,
): Promise<Draft | undefined> {
  // What writes may look again.
  if (method !== "GET" && method !== "HEAD") return findDraft(db, key, clock());
  const draftsByKey =
    draftsByScope.get(scope) ?? new Map<string, Promise<DraftWithFiles | undefined>>();
  const pendingDraft = draftsByKey.get(key) ?? findDraftWithFiles(db, key, clock());
  draftsByScope.set(scope, draftsByKey.set(key, pendingDraft));
  return (await pendingDraft)?.draft;
}

/** What a page shows of the files of its draft, which were read with it. */
export async function loadedFiles({ db, scope }: Portal, draft: Draft): Promise<FileView[]> {
  const drafts = await Promise.all(draftsByScope.get(scope)?.values() ?? []);
  const draftWithFiles = drafts.find((one) => one?.draft === draft);
  return draftWithFiles ? draftWithFiles.files : filesOfDraft(db, draft.id);
}

/** The live draft of this visitor, or why there is none; "none" also while nothing is stored yet. */
export async function readDraft(request: Request, context: Portal): Promise<Draft | NoDraft> {
  const { clock } = context;
  const cookie = requestDraft(context) ?? (await draftCookieOf(request, context));
  const key = typeof cookie === "object" ? cookie.key : cookie;
  if (key === undefined) return "none";
  const draft = key === "malformed" ? undefined : await findOnce(request, context, key);
  if (!draft && typeof cookie === "object" && cookie.state === "new") return "none";
  return liveDraft(draft, clock());
}

/**
 * The same for a call that is about to write: a draft that the browser has a name for, and nothing
 * more, is opened.
 * @throws Response 429 or 503, as {@link openVisitorDraft} says.
 */
export async function readDraftToWrite(
  request: Request,
  context: Portal,
): Promise<Draft | NoDraft> {
  const draft = await readDraft(request, context);
  const newName = draft === "none" && (await readNewName(request, context));
  return newName ? openOrThrow(request, context) : draft;
}

async function openOrThrow(request: Request, context: Portal): Promise<Draft> {
  const draft = await openVisitorDraft(request, context);
  if ("wait" in draft) throw retryLaterResponse(context, draft);
  return draft;
}

/** The empty draft that a page shows whose browser has a name for one, and nothing more. */
async function unopenedDraft(request: Request, context: Portal): Promise<Draft | undefined> {
  const name = await readNewName(request, context);
  return name && emptyDraft(name.draftId, context.clock());
}

/** The live draft that the key in a link unlocks, or why there is none. */
export async function readLinkedDraft(
  key: string | undefined,
  { db, clock }: Portal,
): Promise<Draft | NoDraft> {
  const draftKey = asDraftKey(key);
  const now = clock();
  const draft = draftKey === undefined ? undefined : await findDraft(db, draftKey, now);
  return liveDraft(draft, now);
}

/** A draft that was found, if it still lives; one that was left empty is missed by nobody. */
export function liveDraft(draft: Draft | undefined, now: Date): Draft | NoDraft {
  if (!draft) return "unknown";
  if (draft.expiresAt > now) return draft;
  return isExpiredUnused(draft) ? "unknown" : "expired";
}

/**
 * Guards a step. Asked for as nobody sees it, it shows an empty draft without an id. A visitor without any draft is sent from the first step to get one; a post opens it; who opens a step too early is
 * sent to the first step that is still open; a draft that was submitted shows its success page,
 * also when the browser posts the submit once more.
 * @throws Response a redirect, or a refusal with a sentence: 404 without a draft, 410 for one that is
 * over, 409 for a post that comes too early or after the submit.
 */
export async function requireDraft(
  request: Request,
  context: Portal,
  step: StepId,
): Promise<Draft> {
  if (isShell(request)) return emptyDraft("", context.clock());
  const currentDraft = await readDraft(request, context);
  const newDraft = currentDraft === "none" ? await unopenedDraft(request, context) : undefined;
  const draft = newDraft ?? currentDraft;
  const reads = request.method === "GET" || request.method === "HEAD";
  // The entry tells whoever has nothing under way while submissions are closed; what was posted is
  // shown again all the same.
  const asksAnew = newDraft && reads && !requestDraft(context);
  const isShut = asksAnew && !(await context.entry.mode()).submissionsEnabled;
  if (isShut || (draft === "none" && reads && step === "artist")) throw redirect("/submit");
  if (typeof draft === "string") throw noDraftRefusal(draft);
  if (draft.submitted && (reads || step === "review")) throw redirect("/submit/success");
  if (draft.submitted) throw refusal(409, ALREADY_SUBMITTED);
  const opens = mayOpen(step, draft.completed);
  if (opens || devToolsOf(context.settings, request).skipsValidation)
    return newDraft && !reads ? openOrThrow(request, context) : draft;
  if (reads) throw redirect(`${firstOpenStep(draft.completed).path}?early=${step}`);
  throw refusal(409, OUT_OF_ORDER);
}
