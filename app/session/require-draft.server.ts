import { redirect } from "@remix-run/cloudflare";
import type { Draft } from "~/domain/submission/draft/draft";
import { DRAFT_DAYS, isExpiredUnused } from "~/domain/submission/draft/draft-days";
import { emptyDraft } from "~/domain/submission/draft/draft-store.server";
import { canOpen, firstOpenStep, type StepId } from "~/domain/submission/steps/steps";
import { isBegun } from "~/domain/submission/steps/task-list";
import { type DraftFiles, filesOfDraft } from "~/domain/uploads/receiving/file-views.server";
import { uploadsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import { ALREADY_SUBMITTED } from "~/domain/uploads/upload-texts";
import { isShell } from "~/platform/formats/shell";
import type { AppContext } from "./app-context";
import { devToolsOf } from "./dev-tools";
import { asDraftKey, draftCookieOf } from "./draft-cookie.server";
import { openVisitorDraft, readNewDraftRef, requestDraft } from "./open-visitor-draft.server";
import { refusal, retryLaterResponse } from "./refusal";
import { type DraftWithFiles, findDraft, findDraftWithFiles } from "./unlocked-draft.server";

export const DRAFT_NOT_FOUND = "There's no draft in this browser.";
export const DRAFT_EXPIRED = `This draft expired, because nothing changed in it for ${DRAFT_DAYS} days.`;
const WAYS_ON = "If you have a link to it, open that. Starting again takes about ten minutes.";
const START_AGAIN = "Starting again takes about ten minutes.";

/** What the artist reads of a draft that is there and takes nothing from a request. */
const refusalTexts = {
  submitted: ALREADY_SUBMITTED,
  "other-draft": "You've opened another submission in this browser. Reload this page to see it.",
  "too early": "This step opens once you've done the one before it. Nothing you saved is lost.",
};

export type NoDraft = "none" | "unknown" | "expired";

function noDraftText(reason: NoDraft): string {
  return reason === "expired" ? `${DRAFT_EXPIRED} ${START_AGAIN}` : `${DRAFT_NOT_FOUND} ${WAYS_ON}`;
}

/**
 * 410 for an expired draft, else 404.
 * @param status overrides it, as some calls are specified to.
 */
function noDraftRefusal(reason: NoDraft, status?: 403 | 404): Response {
  return refusal(status ?? (reason === "expired" ? 410 : 404), noDraftText(reason), {
    noDraft: true,
  });
}

/** What the log says of a request without a draft: whether a key came, and what the server knows of it. */
async function logNoDraft(request: Request, context: AppContext, found: NoDraft): Promise<void> {
  const cookie = await draftCookieOf(request, context);
  const key = cookie === undefined ? "no key" : typeof cookie === "object" ? cookie.state : cookie;
  // Of a signed cookie the id is ours: it names the draft that its key should open.
  const named = typeof cookie === "object" && "draftId" in cookie && { draftId: cookie.draftId };
  context.log("info", "draft.refused", { reason: `${found}: ${key}`, ...named });
}

/** The refusal of a draft that was found, 409, and its line in the log. */
export function refuseDraft(
  { log }: Pick<AppContext, "log">,
  { id: draftId }: Pick<Draft, "id">,
  reason: keyof typeof refusalTexts,
): Response {
  log("info", "draft.refused", { reason, draftId });
  return refusal(409, refusalTexts[reason]);
}

/** Requires a draft. @param status see `noDraftRefusal`. @throws Response if there is none. */
export async function requireFound(
  request: Request,
  context: AppContext,
  draft: Draft | NoDraft,
  status?: 403 | 404,
): Promise<Draft> {
  if (typeof draft !== "string") return draft;
  await logNoDraft(request, context, draft);
  throw noDraftRefusal(draft, status);
}

/** Cache for the loaders of one page, which run in parallel. */
const draftsByScope = new WeakMap<
  AppContext["scope"],
  Map<string, Promise<DraftWithFiles | undefined>>
>();

/** Reads a draft once for each request that only reads. */
async function findCached({ method }: Request, { db, scope, clock }: AppContext, key: string) {
  // A request that writes needs fresh data.
  if (method !== "GET" && method !== "HEAD") return findDraft(db, key, clock());
  const draftsByKey =
    draftsByScope.get(scope) ?? new Map<string, Promise<DraftWithFiles | undefined>>();
  const pendingDraft = draftsByKey.get(key) ?? findDraftWithFiles(db, key, clock());
  draftsByScope.set(scope, draftsByKey.set(key, pendingDraft));
  return (await pendingDraft)?.draft;
}

/** The files of a draft and the versions of its slots, read once for the loaders of one page. */
export async function loadedFiles({ db, scope }: AppContext, draft: Draft): Promise<DraftFiles> {
  const drafts = await Promise.all(draftsByScope.get(scope)?.values() ?? []);
  const draftWithFiles = drafts.find((candidate) => candidate?.draft === draft);
  return draftWithFiles ?? filesOfDraft(db, draft.id);
}

/** The live draft of this visitor, or why there is none; "none" also if it is not stored yet. */
export async function readDraft(request: Request, context: AppContext): Promise<Draft | NoDraft> {
  const { clock } = context;
  const cookie = requestDraft(context) ?? (await draftCookieOf(request, context));
  const key = typeof cookie === "object" ? cookie.key : cookie;
  if (key === undefined) return "none";
  const draft = key === "malformed" ? undefined : await findCached(request, context, key);
  if (!draft && typeof cookie === "object" && cookie.state === "new") return "none";
  return liveDraft(draft, clock());
}

/** The open draft in this browser: `same` if it is the one that is meant, `other` if it is another with content. */
export async function browserDraft(
  request: Request,
  context: AppContext,
  isSame: (draft: Draft) => boolean,
): Promise<{ same?: Draft; other?: Draft }> {
  const draft = await readDraft(request, context);
  if (typeof draft === "string" || draft.submitted) return {};
  if (isSame(draft)) return { same: draft };
  const hasFiles = (await uploadsOfDraft(context.db, draft.id)).length > 0;
  return isBegun({ answers: draft.answers, hasFiles }) ? { other: draft } : {};
}

/**
 * The live draft for a call that writes; a draft that is not stored yet is opened.
 * @throws Response 429 or 503, as {@link openVisitorDraft} says.
 */
export async function readDraftToWrite(
  request: Request,
  context: AppContext,
): Promise<Draft | NoDraft> {
  const draft = await readDraft(request, context);
  const newRef = draft === "none" && (await readNewDraftRef(request, context));
  return newRef ? openOrThrow(request, context) : draft;
}

async function openOrThrow(request: Request, context: AppContext): Promise<Draft> {
  const draft = await openVisitorDraft(request, context);
  if ("wait" in draft) throw retryLaterResponse(context, draft);
  return draft;
}

async function unopenedDraft(request: Request, context: AppContext): Promise<Draft | undefined> {
  const ref = await readNewDraftRef(request, context);
  return ref && emptyDraft(ref.draftId, context.clock());
}

export async function readLinkedDraft(
  key: string | undefined,
  { db, clock }: AppContext,
): Promise<Draft | NoDraft> {
  const draftKey = asDraftKey(key);
  const now = clock();
  const draft = draftKey === undefined ? undefined : await findDraft(db, draftKey, now);
  return liveDraft(draft, now);
}

/** An expired draft that was never used counts as unknown. */
export function liveDraft(draft: Draft | undefined, now: Date): Draft | NoDraft {
  if (!draft) return "unknown";
  if (draft.expiresAt > now) return draft;
  return isExpiredUnused(draft) ? "unknown" : "expired";
}

/**
 * Requires a draft for a step. The cached shell gets an empty draft without an id; a visitor
 * without a draft is redirected to get one, and a post opens it; a step that is too early
 * redirects to the first open one; a submitted draft redirects to its success page, also if the
 * browser repeats the submit.
 * @throws Response a redirect, or a refusal: 404 without a draft, 410 for an expired one, 409 for
 * a post that is too early or after the submit.
 */
export async function requireDraft(
  request: Request,
  context: AppContext,
  step: StepId,
): Promise<Draft> {
  if (isShell(request)) return emptyDraft("", context.clock());
  const currentDraft = await readDraft(request, context);
  const newDraft = currentDraft === "none" ? await unopenedDraft(request, context) : undefined;
  const isRead = request.method === "GET" || request.method === "HEAD";
  // While submissions are closed, the entry page explains it; a posted form is still shown again.
  const isNewVisit = newDraft && isRead && !requestDraft(context);
  const isClosed = isNewVisit && !(await context.entry.mode()).submissionsEnabled;
  const isFirstVisit = !newDraft && currentDraft === "none" && isRead && step === "artist";
  if (isClosed || isFirstVisit) throw redirect("/submit");
  const draft = await requireFound(request, context, newDraft ?? currentDraft);
  if (draft.submitted && (isRead || step === "review")) throw redirect("/submit/success");
  if (draft.submitted) throw refuseDraft(context, draft, "submitted");
  const isReachable = canOpen(step, draft.completed);
  if (isReachable || devToolsOf(context.settings, request).skipsValidation)
    return newDraft && !isRead ? openOrThrow(request, context) : draft;
  if (isRead) throw redirect(`${firstOpenStep(draft.completed).path}?early=${step}`);
  throw refuseDraft(context, draft, "too early");
}
