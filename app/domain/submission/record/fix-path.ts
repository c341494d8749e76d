import { type AnswerStep, stepOf } from "../steps/steps";

/** What staff write about, and where that is answered; the first that is named counts. */
const PLACES: readonly [named: RegExp, step: AnswerStep, field?: string][] = [
  [/\b(cover|covers|artwork|picture)\b/i, "music", "artwork"],
  [/\brelease date\b/i, "music", "releaseDate"],
  [/\b(genre|sub-genre)\b/i, "music", "primaryGenre"],
  [/\b(artist name|email|phone|country|city|spotify|instagram|tiktok)\b/i, "artist"],
  [/\b(bio|biography|press|marketing)\b/i, "about"],
  [
    /\b(mix|mixed|master|mastered|audio|wav|sound|export|loud|louder|quiet|clips?|clipping|silence|vocals?|tracks?|titles?|isrc|lyrics|samples?|songwriters?|producers?)\b/i,
    "music",
  ],
];

/**
 * The page of the wizard where a release is put right, by what staff wrote: the step that needs it, with
 * a return to Review; Review itself where that cannot be told.
 */
export function fixPath(reason: string | undefined): string {
  const [, step, field] = PLACES.find(([named]) => named.test(reason ?? "")) ?? [];
  if (!step) return stepOf("review").path;
  const at = field ? `&field=${field}#${field}` : "";
  return `${stepOf(step).path}?return=review${at}`;
}
