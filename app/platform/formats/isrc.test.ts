import { expect, test } from "vitest";
import { formatIsrc, readIsrc } from "./isrc";

test.each([
  ["GBKTQ2600001", "GBKTQ2600001"],
  ["GB-KTQ-26-00001", "GBKTQ2600001"],
  // Of the standard's own handbook and public catalogues.
  ["US-PR3-73-00012", "USPR37300012"],
  ["USRC17607839", "USRC17607839"],
  [" gb ktq 26 00001 ", "GBKTQ2600001"],
  ["ISRC GB-A1C-26-00001", "GBA1C2600001"],
  ["ISRC:USS1Z9900001", "USS1Z9900001"],
  ["ISRC = USS1Z9900001", "USS1Z9900001"],
  ["GB\u2013KTQ\u201326\u201300001", "GBKTQ2600001"],
  // Not in the list of countries, yet given out.
  ["QZ-KTQ-26-00001", "QZKTQ2600001"],
  ["GB-KTQ-00-00010", "GBKTQ0000010"],
])("the ISRC %j is read as %s", (text, code) => {
  expect(readIsrc(text)).toEqual({ code });
});

test.each([
  ["GBKTQ260001", "here 11 have come"],
  ["GBKTQ26000011", "here 13 have come"],
  ["1BKTQ2600001", "begins with two letters"],
  ["GB-KTQ-26-0000A", "begins with two letters"],
  ["GBKTQ26O0001", "begins with two letters"],
  ["<b>GB</b>KTQD", "here 13 have come"],
  ["X", "here 1 has come"],
])("%j is no ISRC, and the sentence says why", (text, sentence) => {
  expect(readIsrc(text)).toEqual({ error: expect.stringContaining(sentence) });
});

test.each([
  ["XX-XXX-00-00000", "placeholder"],
  ["AA-AAA-00-00000", "placeholder"],
  ["aa-6q7-20-00047", "placeholder"],
  ["GB-XXX-26-00012", "placeholder"],
  ["GB-KTQ-26-00000", "placeholder"],
  ["00-000-00-00000", "placeholder"],
  ["000000000000", "placeholder"],
  ["XXXXXXXXXXXX", "placeholder"],
  ["GB-ABC-26-00001", "only our example"],
  ["gbabc2600001", "only our example"],
])("%j stands for a code and is refused with the reason", (text, sentence) => {
  expect(readIsrc(text)).toEqual({ error: expect.stringContaining(sentence) });
});

test("an ISRC is shown as it is printed", () => {
  expect(formatIsrc("GBKTQ2600001")).toBe("GB-KTQ-26-00001");
});
