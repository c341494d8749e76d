import { expect, test } from "vitest";
import { honeypots, honeypotsAreEmpty } from "~/domain/bot/honeypots";
import { BOT_CHECK_TEXT, type ScoredContent, scoreEvidence } from "~/domain/bot/score";

// Portal document, sections 5, 8 and 9, "Bot protection": one row per weight and threshold.

const blank: ScoredContent = {
  artistName: "",
  firstName: "",
  surname: "",
  email: "",
  releaseTitle: "",
  trackCount: 0,
  hasArtwork: false,
};
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const TRAPPED = "Honeypot field filled (likely bot)";

interface Given {
  elapsed?: number;
  trapped?: boolean;
  content?: Partial<ScoredContent>;
  noTiming?: boolean;
}

/** Default: three minutes, which do not change the score. */
function verdict({ elapsed = 3 * MINUTE, trapped, content, noTiming }: Given) {
  return scoreEvidence({
    timing: noTiming ? undefined : { elapsed, uploading: 0 },
    honeypotsEmpty: !trapped,
    content: { ...blank, ...content },
  });
}

/** A filled honeypot leaves a score of 0 to count from. */
const points = (content: Partial<ScoredContent>) => verdict({ trapped: true, content }).score;

test.each<[string, number, number]>([
  ["start score 60, honeypot +20 if clean", verdict({}).score, 80],
  ["honeypot -60 if filled", verdict({ trapped: true }).score, 0],
  ["+15 under 2 minutes and over the minimum", verdict({ elapsed: MINUTE }).score, 95],
  ["nothing at the minimum of 3 s itself", verdict({ elapsed: 3 * SECOND }).score, 80],
  ["-20 if too fast", verdict({ elapsed: 3 * SECOND - 1 }).score, 60],
  ["nothing at 30 minutes", verdict({ elapsed: 30 * MINUTE }).score, 80],
  ["-10 if too slow", verdict({ elapsed: 30 * MINUTE + 1 }).score, 70],
  ["artist name under 100 characters +15", points({ artistName: "A".repeat(99) }), 15],
  ["artist name of 100 characters nothing", points({ artistName: "A".repeat(100) }), 0],
  ["release title +15", points({ releaseTitle: "Ferry" }), 15],
  ["tracks +20", points({ trackCount: 1 }), 20],
  ["artwork +10", points({ hasArtwork: true }), 10],
  ["first and surname +10", points({ firstName: "Ada", surname: "Low" }), 10],
  ["email +5", points({ email: "ada@example.com" }), 5],
  ["a name of 1-3 lowercase letters -5", points({ artistName: "abc" }), 10],
  ["score 50 when no timing is found", verdict({ noTiming: true }).score, 50],
  [
    "clamped at 100",
    verdict({ elapsed: MINUTE, content: { releaseTitle: "Ferry", trackCount: 1 } }).score,
    100,
  ],
  ["clamped at 0", verdict({ elapsed: SECOND, trapped: true }).score, 0],
])("section 9, bot protection: %s", (_, actual, expectedScore) => {
  expect(actual).toBe(expectedScore);
});

const full = { artistName: "Vale", releaseTitle: "Ferry", trackCount: 1, hasArtwork: true };

test.each<[string, Given, boolean]>([
  ["no issues", {}, true],
  ["50 or more without a honeypot issue, too fast", { elapsed: SECOND }, true],
  ["50 or more without a honeypot issue, too slow", { elapsed: 60 * MINUTE }, true],
  ["no timing", { noTiming: true }, true],
  ["a honeypot issue, whatever the score", { trapped: true, content: full }, false],
  ["a honeypot issue without timing", { noTiming: true, trapped: true }, false],
])("section 9, bot protection, valid: %s", (_, visit, valid) => {
  expect(verdict(visit).valid).toBe(valid);
});

test.each<[string, Given, string[]]>([
  ["too fast", { elapsed: SECOND }, ["Form completed too quickly (likely bot)"]],
  ["too slow", { elapsed: 31 * MINUTE }, ["Form took too long (session expired)"]],
  ["honeypot", { trapped: true }, [TRAPPED]],
  ["none", {}, []],
])("section 8, bot protection reasons: %s", (_, visit, reasons) => {
  expect(verdict(visit).reasons).toEqual(reasons);
});

test("section 5, bot protection: what the artist reads when it does not pass", () => {
  expect(BOT_CHECK_TEXT).toBe(
    "Submission validation failed. Please try again or contact support if this persists.",
  );
});

test("section 5, honeypots: website, email_confirm, url and homepage must stay empty", () => {
  expect([...honeypots].sort()).toEqual(["email_confirm", "homepage", "url", "website"]);
  expect(honeypotsAreEmpty(honeypots.map((name) => [name, ""]))).toBe(true);
  for (const name of honeypots) expect(honeypotsAreEmpty([[name, "x"]])).toBe(false);
});
