import fc from "fast-check";
import { expect, test } from "vitest";
import { type Evidence, type ScoredContent, scoreEvidence } from "./score";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const blank: ScoredContent = {
  artistName: "",
  firstName: "",
  surname: "",
  email: "",
  releaseTitle: "",
  trackCount: 0,
  hasArtwork: false,
};
const took = (elapsedMs: number, uploading = 0) => ({ elapsed: elapsedMs, uploading });
/** Five minutes for nothing, hidden fields empty: 60 + 20. */
const plain: Evidence = { timing: took(5 * MINUTE), honeypotsEmpty: true, content: blank };
test("time spent uploading does not make a form too slow", () => {
  expect(scoreEvidence({ ...plain, timing: took(100 * MINUTE, 80 * MINUTE) }).reasons).toEqual([]);
  expect(scoreEvidence({ ...plain, timing: took(60 * MINUTE, 59 * MINUTE) }).score).toBe(95);
});

const duration = fc.oneof(fc.integer({ min: -MINUTE, max: 100 * MINUTE }), fc.nat(5 * SECOND));
/** Durations no clock gives, as a wrong one might. */
const anyDuration = fc.oneof(duration, fc.double());
const evidenceOf = (time: fc.Arbitrary<number>): fc.Arbitrary<Evidence> =>
  fc.record({
    timing: fc.option(fc.record({ elapsed: time, uploading: time }), { nil: undefined }),
    honeypotsEmpty: fc.boolean(),
    content: fc.record({
      artistName: fc.oneof(fc.string({ maxLength: 120 }), fc.constantFrom("a", "abc")),
      firstName: fc.string({ maxLength: 3 }),
      surname: fc.string({ maxLength: 3 }),
      email: fc.string({ maxLength: 3 }),
      releaseTitle: fc.string({ maxLength: 3 }),
      trackCount: fc.nat(20),
      hasArtwork: fc.boolean(),
    }),
  });
const evidence = evidenceOf(duration);

test("the score always lies within 0 and 100", () => {
  fc.assert(
    fc.property(evidenceOf(anyDuration), (any) => {
      const { score } = scoreEvidence(any);
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
    }),
  );
});

test("a filled hidden field never raises the score and never passes", () => {
  fc.assert(
    fc.property(evidence, (any) => {
      const clean = scoreEvidence({ ...any, honeypotsEmpty: true });
      const botVerdict = scoreEvidence({ ...any, honeypotsEmpty: false });
      expect(botVerdict.score).toBeLessThanOrEqual(clean.score);
      expect(botVerdict.valid).toBe(false);
    }),
  );
});

test("more time spent uploading never lowers the score or spoils the verdict", () => {
  fc.assert(
    fc.property(evidence, duration, duration, fc.nat(100 * MINUTE), (any, elapsedMs, up, more) => {
      const before = scoreEvidence({ ...any, timing: took(elapsedMs, up) });
      const after = scoreEvidence({ ...any, timing: took(elapsedMs, up + more) });
      expect(after.score).toBeGreaterThanOrEqual(before.score);
      expect(after.valid || !before.valid).toBe(true);
    }),
  );
});

test("a person who took over three seconds and left the hidden fields alone always passes", () => {
  fc.assert(
    fc.property(evidence, fc.integer({ min: 3 * SECOND }), (any, elapsedMs) => {
      expect(scoreEvidence({ ...any, timing: took(elapsedMs), honeypotsEmpty: true }).valid).toBe(
        true,
      );
    }),
  );
});
