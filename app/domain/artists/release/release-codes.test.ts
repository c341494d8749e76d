import { expect, test } from "vitest";
import { formatIsrc, formatUpc, gs1CheckDigit, readIsrc, readUpc } from "./release-codes";

test.each([
  ["GBABC2600001", "GBABC2600001"],
  ["GB-ABC-26-00001", "GBABC2600001"],
  [" gb abc 26 00001 ", "GBABC2600001"],
  ["ISRC GB-A1C-26-00001", "GBA1C2600001"],
  ["ISRC:USS1Z9900001", "USS1Z9900001"],
  ["GB\u2013ABC\u201326\u201300001", "GBABC2600001"],
])("the ISRC %j is read as %s", (text, code) => {
  expect(readIsrc(text)).toEqual({ code });
});

test.each([
  ["GBABC260001", "here 11 have come"],
  ["GBABC26000011", "here 13 have come"],
  ["1BABC2600001", "begins with two letters"],
  ["GB-ABC-26-0000A", "begins with two letters"],
  ["GBABC26O0001", "begins with two letters"],
  ["<b>GB</b>ABCD", "here 13 have come"],
  ["X", "here 1 has come"],
])("%j is no ISRC, and the sentence says why", (text, sentence) => {
  expect(readIsrc(text)).toEqual({ error: expect.stringContaining(sentence) });
});

test.each([
  ["036000291452", "0036000291452"],
  ["0 36000 29145 2", "0036000291452"],
  ["0036000291452", "0036000291452"],
  ["4006381333931", "4006381333931"],
  ["EAN 4006381333931", "4006381333931"],
  ["5-901234-123457", "5901234123457"],
])("the UPC %j is read as the EAN %s", (text, code) => {
  expect(readUpc(text)).toEqual({ code });
});

test.each([
  ["036000291453", "last digit"],
  ["4006381333932", "last digit"],
  // Two neighbours changed places.
  ["063000291452", "last digit"],
  ["03600029145", "here 11 have come"],
  ["40063813339310", "here 14 have come"],
  ["03600029145X", "Type only digits"],
  ["-", "Type only digits"],
])("%j is no UPC, and the sentence says why", (text, sentence) => {
  expect(readUpc(text)).toEqual({ error: expect.stringContaining(sentence) });
});

test("exactly one check digit is valid", () => {
  for (const before of ["03600029145", "400638133393", "000000000000"]) {
    const fitting = [..."0123456789"].filter((digit) => "code" in readUpc(before + digit));
    expect(fitting).toEqual([gs1CheckDigit(before)]);
  }
});

test("codes are shown as they are printed", () => {
  expect(formatIsrc("GBABC2600001")).toBe("GB-ABC-26-00001");
  expect([formatUpc("0036000291452"), formatUpc("4006381333931")]).toEqual([
    "036000291452",
    "4006381333931",
  ]);
});
