import * as v from "valibot";
import { findSameEntry, joinWaitingList } from "~/domain/access/waiting-list.server";
import { JOIN_FAILED } from "~/domain/access/waiting-list-texts";
import { confirmPress } from "~/domain/bot/confirm-press.server";
import { BOT_CHECK_TEXT } from "~/domain/bot/score";
import { scoreVisitor } from "~/domain/bot/score-visitor.server";
import { scoredContent } from "~/domain/bot/scored-content";
import { CONFIRM_INTENT } from "~/domain/bot/session";
import { addressKey } from "~/domain/mail/mailbox";
import { addBusinessDays, REPLY_BUSINESS_DAYS } from "~/domain/submission/music/release-dates";
import { withoutSpotifyLink } from "~/domain/submission/steps/spotify-profile";
import {
  checkWaitingList,
  summarizeWaitingList,
  waitingAnswersSchema,
  waitingArtist,
} from "~/domain/submission/steps/waiting-list-answers";
import { TOO_MANY_PEOPLE } from "~/domain/uploads/upload-texts";
import { type FieldErrors, hasNoErrors } from "~/forms/form-reply";
import { readForm } from "~/forms/read-form";
import { errorReason } from "~/observability/log";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { sha256Hex } from "~/platform/hash";
import type { ClientNetworks } from "~/platform/rate/client-network";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import type { AppContext } from "~/session/app-context";
import { checkSize } from "~/session/open-visitor-draft.server";
import { visitorNetworks } from "~/session/visitor-limits.server";

/** Stands for the draft id in the bot check of this form. */
export const WAITING_FORM = "waiting-list";

const TOO_OFTEN =
  "Too many tries to join the waiting list came from here just now. Nothing is lost; try again in a minute.";
const TOO_MANY_TODAY =
  "Too many artists joined the waiting list from your network address today. Please come back tomorrow.";
const DAY_SECONDS = 24 * 3_600;
const HOUR_SECONDS = 3_600;

/** A new entry, or the same artist's of the last day. */
interface JoinedEntry {
  id: string;
  boardItemId: string | null;
}

export type JoinRefusal = { ok: false } & (
  | { refused: "invalid"; status: 400; errors: FieldErrors; summary: string[] }
  /** Looks automated; a person presses again with `pressAgain`. */
  | { refused: "visitor"; status: 403; text: string; pressAgain?: string }
  | { refused: "busy"; status: 429 | 503; text: string; wait: number }
  | { refused: "failed"; status: 503; text: string }
);

type JoinResult = { ok: true; entry: JoinedEntry } | JoinRefusal;

/** Of a posted form or an API call. */
type Fields = [name: string, value: string][];

const busyRefusal = (status: 429 | 503, text: string, wait: number): JoinRefusal => ({
  ok: false,
  refused: "busy",
  status,
  text,
  wait,
});

/** A form name per artist: a confirming press counts for that artist only, so a script cannot reuse it. */
async function formNameOfArtist({ email }: { email: string }): Promise<string> {
  return `${WAITING_FORM}-${(await sha256Hex(addressKey(email))).slice(0, 32)}`;
}

/** The bot check; undefined if it passes by score or by a confirming press. */
async function checkVisitor(
  { db, clock, log, settings }: AppContext,
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
  const press = await confirmPress(secret, await formNameOfArtist(artist), fields, clock());
  return press.passes ? undefined : { ...refusal, pressAgain: press.pressAgain };
}

/** Checks the daily limit of the household and the size of the database. */
async function checkRoom(context: AppContext, networks: ClientNetworks | undefined) {
  const { db, clock, settings } = context;
  if (await checkSize(context)) return busyRefusal(503, TOO_MANY_PEOPLE, HOUR_SECONDS);
  const rate = { limit: settings.LIMIT_JOINS_PER_DAY, seconds: DAY_SECONDS };
  const wait = await rateLimit(db, `joins-today home:${networks?.home ?? "local"}`, rate, clock());
  return wait === undefined ? undefined : busyRefusal(429, TOO_MANY_TODAY, wait);
}

/**
 * Adds an artist to the waiting list, for a page as for a call: rules, bot check, limits, then the
 * entry with its jobs. Sending the same again returns the same entry. A temporary refusal sets
 * `Retry-After`.
 */
export async function join(
  request: Request,
  context: AppContext,
  fields: Fields,
): Promise<JoinResult> {
  const { db, ids, clock, log, scope, settings } = context;
  const setWait = (refusal: JoinRefusal): JoinRefusal => {
    if (refusal.refused === "busy") setRetryAfter(scope.replyHeaders, refusal.wait);
    return refusal;
  };
  const wait = await scope.limitCall("joins");
  if (wait !== undefined) return setWait(busyRefusal(429, TOO_OFTEN, wait));
  const answers = v.parse(waitingAnswersSchema, withoutSpotifyLink(readForm(fields)));
  const errors = checkWaitingList(answers);
  if (!hasNoErrors(errors)) {
    const summary = summarizeWaitingList(errors);
    return { ok: false, refused: "invalid", status: 400, errors, summary };
  }
  const visitorRefusal = await checkVisitor(context, fields, answers);
  if (visitorRefusal) return visitorRefusal;
  const artist = waitingArtist(answers);
  const now = clock();
  const existing = await findSameEntry(db, artist, now);
  if (existing) return { ok: true, entry: existing };
  const networks = await visitorNetworks(request, settings);
  const roomRefusal = await checkRoom(context, networks);
  if (roomRefusal) return setWait(roomRefusal);
  const { requestId } = scope;
  const replyDueAt = addBusinessDays(now, REPLY_BUSINESS_DAYS);
  const perDay = settings.LIMIT_ENTRIES_PER_DAY;
  try {
    await context.drill("join", WAITING_FORM);
    const options = { ids, now, replyDueAt, requestId, perDay, place: networks };
    const result = await joinWaitingList(db, artist, options);
    if (result === "full") return setWait(busyRefusal(503, TOO_MANY_PEOPLE, HOUR_SECONDS));
    if (result === "network") return setWait(busyRefusal(429, TOO_MANY_TODAY, HOUR_SECONDS));
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

export function joinedPath({ id }: JoinedEntry): string {
  return `/submit/joined?entry=${id}`;
}
