import { expect, test } from "vitest";
import { formatGtin, gs1CheckDigit, readGtin } from "./gtin";

test.each([
  ["036000291452", "0036000291452"],
  ["0 36000 29145 2", "0036000291452"],
  ["0036000291452", "0036000291452"],
  ["4006381333931", "4006381333931"],
  ["EAN 4006381333931", "4006381333931"],
  ["5-901234-123457", "5901234123457"],
  // Padded to 14 digits, as trade databases do.
  ["00810121774182", "0810121774182"],
  ["04006381333931", "4006381333931"],
  ["96385074", "0000096385074"],
  ["9638 5074", "0000096385074"],
])("the UPC %j is read as the EAN %s", (text, code) => {
  expect(readGtin(text)).toEqual({ code });
});

test.each([
  ["036000291453", "last digit"],
  ["4006381333932", "last digit"],
  // Two neighbours changed places.
  ["063000291452", "last digit"],
  ["14006381333939", "here 14 have come"],
  ["96385075", "last digit"],
  ["0036000291452000", "here 16 have come"],
  ["03600029145X", "Type only digits"],
  ["-", "Type only digits"],
  ["36000291452", "A zero in front may be missing: 036000291452."],
  ["03600029145", "The last digit may be missing: 036000291452."],
])("%j is no UPC, and the sentence says why", (text, sentence) => {
  expect(readGtin(text)).toEqual({ error: expect.stringContaining(sentence) });
});

test.each([
  ["000000000000", "placeholder"],
  ["0000000000000", "placeholder"],
  ["00000000000000", "placeholder"],
  ["123456789012", "placeholder"],
  ["9521234543213", "placeholder"],
  ["2000000000008", "own labels"],
  ["212345678909", "own labels"],
  ["412345678903", "own labels"],
  ["512345678900", "coupon"],
  ["9912345678909", "coupon"],
  ["9780306406157", "a book"],
  ["14006381333938", "a box of several"],
  ["20123451", "own labels"],
  ["01234565", "own labels"],
  ["00000000", "own labels"],
])(
  "%j has the right check digit, is no release's, and is refused with the reason",
  (text, sentence) => {
    expect(readGtin(text)).toEqual({ error: expect.stringContaining(sentence) });
  },
);

test("exactly one check digit is valid", () => {
  for (const before of ["03600029145", "400638133393"]) {
    const fitting = [..."0123456789"].filter((digit) => "code" in readGtin(before + digit));
    expect(fitting).toEqual([gs1CheckDigit(before)]);
  }
});

test("a code is shown as it is printed", () => {
  expect([formatGtin("0036000291452"), formatGtin("4006381333931")]).toEqual([
    "036000291452",
    "4006381333931",
  ]);
});
