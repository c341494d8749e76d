import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { cleanUpWhenDue, formStartOf } from "./form-sessions.server";
import { honeypotsAreEmpty } from "./honeypots";
import { type FormTiming, type ScoredContent, scoreEvidence, type Verdict } from "./score";
import { START_FIELD } from "./session";
import { readStartToken } from "./start-token.server";

/** `secret` is the setting SIGNING_SECRET. */
interface ScoreDeps {
  db: Database;
  secret: string;
  clock: Clock;
  log: Log;
}

interface Attempt {
  draftId: string;
  fields: readonly [name: string, value: string][];
  firstOpened: Date | undefined;
  uploadingMs: number;
  content: ScoredContent;
}

/**
 * How long the form was open. The signed start in the post counts first, then the session, then the
 * first opening, so leaving the start out gains nothing. Undefined for a form that was never
 * opened.
 */
async function computeTiming(
  { db, secret }: ScoreDeps,
  { draftId, fields, firstOpened, uploadingMs }: Attempt,
  now: Date,
): Promise<FormTiming | undefined> {
  const token = fields.findLast(([name]) => name === START_FIELD)?.[1];
  const signedStart = token ? await readStartToken(secret, draftId, token, now) : undefined;
  const start = signedStart ?? (await formStartOf(db, draftId)) ?? firstOpened;
  if (!start) return undefined;
  return { elapsed: now.getTime() - start.getTime(), uploading: uploadingMs };
}

/** Scores a submit and logs the verdict. The reasons are for staff only. */
export async function scoreVisitor(deps: ScoreDeps, attempt: Attempt): Promise<Verdict> {
  const now = deps.clock();
  const verdict = scoreEvidence({
    timing: await computeTiming(deps, attempt, now),
    honeypotsEmpty: honeypotsAreEmpty(attempt.fields),
    content: attempt.content,
  });
  const { score, reasons, valid } = verdict;
  deps.log(valid ? "info" : "warn", "bot.judged", { draftId: attempt.draftId, score, reasons });
  // Cleans up last: a stale session still counts for this verdict.
  await cleanUpWhenDue(deps.db, now);
  return verdict;
}
