import { expect, test } from "vitest";
import { codeAdvice, type OptionalCode, validCode } from "./optional-codes";

// Codes from public documents: the standards' own examples, and catalogues of libraries.
const valid: [OptionalCode, typed: string, printed: string][] = [
  ["iswc", "T-034.524.680-1", "T-034.524.680-1"],
  ["iswc", "T0345246801", "T-034.524.680-1"],
  ["iswc", " iswc t 034 524 680 1", "T-034.524.680-1"],
  ["iswc", "ISWC: T\u2013034.524.680\u20131", "T-034.524.680-1"],
  ["ipi", "00014107338", "00014107338"],
  ["ipi", "14107338", "00014107338"],
  ["ipi", "IPI 000.14.10.73.38", "00014107338"],
  ["ipi", "CAE: 52210040", "00052210040"],
  ["ipi", "IPI No. 00045620792", "00045620792"],
  ["isni", "0000 0001 2146 438X", "0000 0001 2146 438X"],
  ["isni", "000000012146438x", "0000 0001 2146 438X"],
  ["isni", "ISNI 0000-0002-1825-0097", "0000 0002 1825 0097"],
  ["isni", "https://isni.org/isni/0000000114768406", "0000 0001 1476 8406"],
];

test.each(valid)("the %s %j is taken, and printed as %s", (code, typed, printed) => {
  expect(codeAdvice(code, typed)).toBeUndefined();
  expect(validCode(code, typed)).toBe(printed);
});

const wrong: [OptionalCode, typed: string, sentence: string][] = [
  ["iswc", "T-034.524.680-2", "last digit"],
  ["iswc", "T-043.524.680-1", "last digit"],
  ["iswc", "T-034.524.680", "here 10 have come"],
  ["iswc", "S-034.524.680-1", "begins with T"],
  ["iswc", "T-000.000.000-9", "placeholder"],
  ["ipi", "00014107339", "last digits"],
  ["ipi", "00041107338", "last digits"],
  ["ipi", "I-001068130-6", "base number"],
  ["ipi", "1410733", "here 7 have come"],
  ["ipi", "000141073381", "here 12 have come"],
  ["ipi", "PRS member", "only digits"],
  ["ipi", "00000000000", "placeholder"],
  ["isni", "0000 0001 2146 4380", "last sign"],
  ["isni", "0000 0001 2164 438X", "last sign"],
  ["isni", "0000 0001 2146 438", "here 15 have come"],
  ["isni", "0000 000X 2146 4380", "at its end"],
  ["isni", "0000 0000 0000 0001", "placeholder"],
];

test.each(wrong)("the %s %j is advised against and left out", (code, typed, sentence) => {
  expect(codeAdvice(code, typed)).toContain(sentence);
  expect(codeAdvice(code, typed)).toContain("we leave it out");
  expect(validCode(code, typed)).toBe("");
});

test.each([
  ["iswc", "T034524680", "0123456789"],
  ["isni", "000000012146438", "0123456789X"],
] as const)("exactly one check sign of an %s is valid", (code, before, signs) => {
  expect([...signs].filter((sign) => validCode(code, before + sign))).toHaveLength(1);
});

test("exactly one pair of check digits of an IPI number is valid", () => {
  const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, "0"));
  expect(pairs.filter((pair) => validCode("ipi", `000141073${pair}`))).toEqual(["38"]);
});

test.each(["", "  "])("an empty field %j asks for nothing", (typed) => {
  expect(codeAdvice("isni", typed)).toBeUndefined();
});
