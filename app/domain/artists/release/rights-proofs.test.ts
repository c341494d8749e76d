import { expect, test } from "vitest";
import {
  findLargeProofs,
  MAX_PROOF_BYTES,
  proofField,
  proofPath,
  readProofField,
  readProofRemoval,
  removeProofIntent,
} from "./rights-proofs";

test("each question has its file field, and no other name is one", () => {
  expect(readProofField(proofField("workForHire"), 0)).toEqual({
    trackId: "",
    question: "workForHire",
  });
  expect(readProofField(proofField("cover", "tracks[1]."), 2)).toEqual({
    trackId: "track-2",
    question: "cover",
  });
  expect(readProofField(proofField("samples", "tracks[0]."), 2)).toEqual({
    trackId: "track-1",
    question: "samples",
  });
  const others = [
    "tracks[2].coverFile",
    "tracks[0].workForHireFile",
    "coverFile",
    "tracks[-1].coverFile",
    "tracks[100].coverFile",
    "x.workForHireFile",
  ];
  expect(others.map((name) => readProofField(name, 2))).toEqual(others.map(() => undefined));
});

test("a button removes the file that its page has shown", () => {
  expect(readProofRemoval(removeProofIntent("01PROOF"))).toBe("01PROOF");
  expect(["save", "remove-proof:", "remove-proof:a b"].map(readProofRemoval)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("the path of a proof has its name, whatever is in it", () => {
  expect(proofPath({ id: "1", fileName: "a/b #1.pdf" })).toBe("/files/proofs/1/a%2Fb%20%231.pdf");
});

test("a file over the limit is told before it is sent", () => {
  const data = new FormData();
  data.set("labelName", "x");
  data.set("workForHireFile", new File([new Uint8Array(MAX_PROOF_BYTES)], "a.pdf"));
  expect(findLargeProofs(data)).toEqual({});
  data.set("tracks[0].coverFile", new File([new Uint8Array(MAX_PROOF_BYTES + 1)], "b.pdf"));
  expect(Object.keys(findLargeProofs(data))).toEqual(["tracks[0].coverFile"]);
});
