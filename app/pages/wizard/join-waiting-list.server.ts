import * as v from "valibot";
import { confirmPress } from "~/bot/confirm-press.server";
import { BOT_CHECK_TEXT } from "~/bot/score";
import { scoreVisitor } from "~/bot/score-visitor.server";
import { scoredContent } from "~/bot/scored-content";
import { CONFIRM_INTENT } from "~/bot/session";
import { findSameEntry, joinWaitingList } from "~/entry/waiting-list.server";
import { JOIN_FAILED } from "~/entry/waiting-list-texts";
import { type FieldErrors, hasNoErrors } from "~/forms/form-reply";
import { readForm } from "~/forms/read-form";
import { addressKey } from "~/mail/mailbox";
import { errorReason } from "~/monitoring/log";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { sha256Hex } from "~/platform/hash";
import type { ClientNetworks } from "~/platform/rate/client-network";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import { checkSize } from "~/session/open-visitor-draft.server";
import type { Portal } from "~/session/portal";
import { visitorNetworks } from "~/session/visitor-limits.server";
import { addBusinessDays } from "~/submission/music/release-dates";
import { REPLY_BUSINESS_DAYS } from "~/submission/record/record-submission.server";
import { withoutSpotifyLink } from "~/submission/steps/spotify-profile";
import {
  checkWaitingList,
  summarizeWaitingList,
  waitingAnswersSchema,
  waitingArtist,
} from "~/submission/steps/waiting-list-answers";

/** Names the form of the waiting list where the bot check names a draft. */
export const WAITING_FORM = "waiting-list";

const TOO_OFTEN =
  "Too many tries to join the waiting list came from here just now. Nothing is lost; try again in a minute.";
const TOO_MANY_TODAY =
  "Too many artists joined the waiting list from your network address today. Please come back tomorrow.";
const FULL =
  "More people are sending us music than we can take in just now. Please come back in an hour.";
const DAY = 24 * 3_600;
const HOUR = 3_600;

/** The entry that an artist has now: a new one, or the one they left within a day. */
interface JoinedEntry {
  id: string;
  mondayItemId: string | null;
}

/** Why somebody was not put on the waiting list. */
export type JoinRefusal = { ok: false } & (
  | { refused: "invalid"; status: 400; errors: FieldErrors; summary: string[] }
  /** It looks like a script's; a person presses once more, and the second press carries `pressAgain`. */
  | { refused: "visitor"; status: 403; text: string; pressAgain?: string }
  | { refused: "busy"; status: 429 | 503; text: string; wait: number }
  | { refused: "failed"; status: 503; text: string }
);

type JoinResult = { ok: true; entry: JoinedEntry } | JoinRefusal;

/** A posted form, or a call's body as one. */
type Fields = [name: string, value: string][];

const busy = (status: 429 | 503, text: string, wait: number): JoinRefusal => ({
  ok: false,
  refused: "busy",
  status,
  text,
  wait,
});

/**
 * Names the form of one artist, where nobody has a draft: whoever has pressed for one has not for
 * others, whom a script could put on the list by the same press.
 */
async function formOf({ email }: { email: string }): Promise<string> {
  return `${WAITING_FORM}-${(await sha256Hex(addressKey(email))).slice(0, 32)}`;
}

/** Whether a person is joining; where not by the score, whether one has said so by a press. */
async function judgePerson(
  { db, clock, log, settings }: Portal,
  fields: Fields,
  artist: NonNullable<Parameters<typeof scoredContent>[0]["artist"]>,
): Promise<JoinRefusal | undefined> {
  const { SIGNING_SECRET: secret } = settings;
  const { valid } = await scoreVisitor(
    { db, clock, log, secret },
    {
      draftId: WAITING_FORM,
      fields,
      firstOpened: undefined,
      uploadingMs: 0,
      content: scoredContent({ artist }, []),
    },
  );
  if (valid) return undefined;
  const refusal = {
    ok: false as const,
    refused: "visitor" as const,
    status: 403 as const,
    text: BOT_CHECK_TEXT,
  };
  if (fields.findLast(([name]) => name === "intent")?.[1] !== CONFIRM_INTENT) return refusal;
  const press = await confirmPress(secret, await formOf(artist), fields, clock());
  return press.passes ? undefined : { ...refusal, pressAgain: press.pressAgain };
}

/** Whether one more entry fits: of this household or company today, and into the database. */
async function findRoom(
  context: Portal,
  place: ClientNetworks | undefined,
): Promise<JoinRefusal | undefined> {
  const { db, clock, settings } = context;
  if (await checkSize(context)) return busy(503, FULL, HOUR);
  const rate = { limit: settings.LIMIT_JOINS_PER_DAY, seconds: DAY };
  const wait = await rateLimit(db, `joins-today home:${place?.home ?? "local"}`, rate, clock());
  return wait === undefined ? undefined : busy(429, TOO_MANY_TODAY, wait);
}

/**
 * Puts an artist on the waiting list with what they posted, for a page as for a call: rules, bot
 * check, limits, then the entry with its jobs. Who sends the same once more gets the same entry. A
 * refusal that passes sets `Retry-After`.
 */
export async function join(request: Request, context: Portal, fields: Fields): Promise<JoinResult> {
  const { db, ids, clock, log, scope, settings } = context;
  const withWait = (refusal: JoinRefusal): JoinRefusal => {
    if (refusal.refused === "busy") setRetryAfter(scope.replyHeaders, refusal.wait);
    return refusal;
  };
  const wait = await scope.limitCall("joins");
  if (wait !== undefined) return withWait(busy(429, TOO_OFTEN, wait));
  const answers = v.parse(waitingAnswersSchema, withoutSpotifyLink(readForm(fields)));
  const errors = checkWaitingList(answers);
  if (!hasNoErrors(errors)) {
    const summary = summarizeWaitingList(errors);
    return { ok: false, refused: "invalid", status: 400, errors, summary };
  }
  const script = await judgePerson(context, fields, answers);
  if (script) return script;
  const artist = waitingArtist(answers);
  const now = clock();
  const before = await findSameEntry(db, artist, now);
  if (before) return { ok: true, entry: before };
  const place = await visitorNetworks(request, settings);
  const full = await findRoom(context, place);
  if (full) return withWait(full);
  const { requestId } = scope;
  const replyDueAt = addBusinessDays(now, REPLY_BUSINESS_DAYS);
  const perDay = settings.LIMIT_ENTRIES_PER_DAY;
  try {
    await context.drill("join", WAITING_FORM);
    const joining = { ids, now, replyDueAt, requestId, perDay, place };
    const result = await joinWaitingList(db, artist, joining);
    if (result === "full") return withWait(busy(503, FULL, HOUR));
    if (result === "network") return withWait(busy(429, TOO_MANY_TODAY, HOUR));
    const { entry, jobIds } = result;
    if (jobIds.length > 0) {
      log("info", "waiting-list.joined", { entryId: entry.id });
      await context.sendJobs(jobIds);
    }
    return { ok: true, entry };
  } catch (error) {
    log("error", "waiting-list.not-joined", { reason: errorReason(error) });
    return { ok: false, refused: "failed", status: 503, text: JOIN_FAILED };
  }
}

/** The page that tells an artist that they are on the list. */
export function joinedPath({ id }: JoinedEntry): string {
  return `/submit/joined?entry=${id}`;
}
