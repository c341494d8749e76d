import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "./fold-text";

const same = (...texts: string[]) => expect(new Set(texts.map(foldText)).size).toBe(1);

test("apostrophes, quotes and dashes of every kind are one", () => {
  same(...[..."’'ʼ`´‘＇ʻ"].map((sign) => `Noor${sign}s`));
  same(...[...'“”„«»"＂'].map((sign) => `${sign}Night${sign} Song`));
  same(...[..."-‐‑–—−－"].map((sign) => `Co${sign}op`));
});

test("case, accents, width and what nobody sees do not count", () => {
  same("Beyoncé", "BEYONCE", "Beyonce\u0301", "Ｂｅｙｏｎｃｅ", "Beyon\u200bcé");
  same("Tromsø, Łódź, Straße, Ærø", "tromso lodz strasse aero");
  same("İstanbul", "ISTANBUL", "istanbul", "ıstanbul");
});

test.each(["भारत", "日本", "한국", "ไทย", "Россия"])("%s keeps its letters", (text) => {
  expect(foldText(text)).not.toBe("");
  expect(foldText(text)).not.toMatch(/ /);
});

test("done twice it is as done once, and has letters, digits, marks and single spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(folded).toMatch(/^(?:[\p{L}\p{N}\p{M}]+(?: [\p{L}\p{N}\p{M}]+)*)?$/u);
    }),
  );
});
