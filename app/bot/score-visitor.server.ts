import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { cleanUpWhenDue, formStartOf } from "./form-sessions.server";
import { honeypotsAreEmpty } from "./honeypots";
import { type FormTiming, type ScoredContent, scoreEvidence, type Verdict } from "./score";
import { START_FIELD } from "./session";
import { readStartToken } from "./start-token.server";

/** What the judge works with; `secret` is the setting SIGNING_SECRET. */
interface ScoreDeps {
  db: Database;
  secret: string;
  clock: Clock;
  log: Log;
}

/** A submit to be judged. */
interface Attempt {
  draftId: string;
  /** Every text field of the post. */
  fields: readonly [name: string, value: string][];
  /** When a session of the form was first started, if ever. */
  firstOpened: Date | undefined;
  /** Milliseconds in which the draft's files were on their way. */
  uploadingMs: number;
  content: ScoredContent;
}

/**
 * How long the form was open: by the signed start that it carries, else by its session, else, where
 * that was cleaned up, by when it was first opened. So whoever leaves the start out gains nothing by
 * it; unknown is only how long a form was open that never had a session.
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

/**
 * Scores a submit and logs the verdict. The reasons are for staff; the artist never sees them.
 * What a failing verdict means, and the way past it, is the caller's to decide.
 */
export async function scoreVisitor(deps: ScoreDeps, attempt: Attempt): Promise<Verdict> {
  const now = deps.clock();
  const verdict = scoreEvidence({
    timing: await computeTiming(deps, attempt, now),
    honeypotsEmpty: honeypotsAreEmpty(attempt.fields),
    content: attempt.content,
  });
  const { score, reasons, valid } = verdict;
  deps.log(valid ? "info" : "warn", "bot.judged", { draftId: attempt.draftId, score, reasons });
  // Only afterwards: a session that has just become stale still tells that the form took too long.
  await cleanUpWhenDue(deps.db, now);
  return verdict;
}
