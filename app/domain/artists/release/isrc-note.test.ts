import { expect, test } from "vitest";
import { isrcNote, knownRecordingNote } from "./isrc-note";

test.each(["GB-KTQ-26-00001", "QZ-KTQ-26-00001", "ZZ-KTQ-26-00001", "FX-KTQ-26-00001", "", "soon"])(
  "about the ISRC %j nothing is asked",
  (isrc) => {
    expect(isrcNote(isrc)).toBeUndefined();
  },
);

test("an ISRC with an unknown prefix is asked about", () => {
  expect(isrcNote("qx-ktq-26-00001")).toBe(
    "Few ISRCs begin with QX. Is it typed right? If so, leave it.",
  );
});

test.each(["", "GB-KTQ-26-00002", "soon"])(
  "a title that another release has, with %j as its ISRC, is asked about",
  (isrc) => {
    expect(knownRecordingNote(isrc, ["GBKTQ2600001"])).toContain("with the ISRC GB-KTQ-26-00001");
  },
);

test("the ISRC of the other release, or a title of no other release, asks nothing", () => {
  expect(knownRecordingNote("gbktq2600001", ["QZKTQ2600009", "GBKTQ2600001"])).toBeUndefined();
  expect(knownRecordingNote("GB-KTQ-26-00002", [])).toBeUndefined();
});
