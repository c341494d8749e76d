/** Times a form may take, in milliseconds (specification, portal, section 9). */
export const MIN_FORM_MS = 3_000;
const MAX_FORM_MS = 30 * 60_000;
/** Below this time a form gets extra points, unless it was too fast. */
const BRISK_FORM_MS = 2 * 60_000;

/** Reasons for staff (specification, portal, section 8). */
const TOO_QUICK_REASON = "Form completed too quickly (likely bot)";
const TOO_SLOW_REASON = "Form took too long (session expired)";
const HONEYPOT_REASON = "Honeypot field filled (likely bot)";
/** What the artist reads when the check fails (specification, wizard, section 8). */
export const BOT_CHECK_TEXT =
  "Submission validation failed. Please try again or contact support if this persists.";

export interface FormTiming {
  /** Milliseconds from opening the form to the submit, by the server's clock. */
  elapsed: number;
  /** Milliseconds of these during which files were uploading. */
  uploading: number;
}

export interface ScoredContent {
  artistName: string;
  firstName: string;
  surname: string;
  email: string;
  releaseTitle: string;
  trackCount: number;
  hasArtwork: boolean;
}

export interface Evidence {
  timing: FormTiming | undefined;
  honeypotsEmpty: boolean;
  content: ScoredContent;
}

export interface Verdict {
  /** 0 (a script) to 100 (a person). */
  score: number;
  reasons: string[];
  valid: boolean;
}

const START_SCORE = 60;
const NO_TIMING_SCORE = 50;

/** Points for the time taken; uploading never counts against the artist (design decision 4.8). */
function timeScore({ elapsed, uploading }: FormTiming): { points: number; reason?: string } {
  // Uploads do not count for the long limits, but a fast form is fast whatever its files.
  const active = elapsed - Math.max(0, uploading);
  if (elapsed < MIN_FORM_MS) return { points: -20, reason: TOO_QUICK_REASON };
  if (active > MAX_FORM_MS) return { points: -10, reason: TOO_SLOW_REASON };
  return { points: elapsed > MIN_FORM_MS && active < BRISK_FORM_MS ? 15 : 0 };
}

function contentScore(content: ScoredContent): number {
  const { artistName, firstName, surname, email, releaseTitle, trackCount, hasArtwork } = content;
  const weights: [boolean, number][] = [
    [artistName !== "" && artistName.length < 100, 15],
    [releaseTitle !== "", 15],
    [trackCount > 0, 20],
    [hasArtwork, 10],
    [firstName !== "" && surname !== "", 10],
    [email !== "", 5],
    [/^[a-z]{1,3}$/.test(artistName), -5],
  ];
  return weights.reduce((sum, [applies, weight]) => sum + (applies ? weight : 0), 0);
}

/**
 * Scores a submission with the weights of the specification (portal, section 9). Without a known
 * start the score is 50; a filled honeypot fails even then, as both thresholds need empty
 * honeypots.
 */
export function scoreEvidence({ timing, honeypotsEmpty, content }: Evidence): Verdict {
  const time = timing && timeScore(timing);
  const reasons = [
    ...(time?.reason ? [time.reason] : []),
    ...(honeypotsEmpty ? [] : [HONEYPOT_REASON]),
  ];
  const sum = time
    ? START_SCORE + time.points + (honeypotsEmpty ? 20 : -60) + contentScore(content)
    : NO_TIMING_SCORE;
  const score = Math.min(100, Math.max(0, sum));
  const valid = (score >= 30 && reasons.length === 0) || (score >= 50 && honeypotsEmpty);
  return { score, reasons, valid };
}
