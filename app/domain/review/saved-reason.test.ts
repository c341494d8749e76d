import * as v from "valibot";
import { expect, test } from "vitest";
import { fillReason, savedReasonSchema, suggestedReasons } from "./saved-reason";

test("the fields of a saved reason are filled, and other braces stay", () => {
  const text = "Dear {artist}, {title} is {not} for us. {artist}!";
  expect(fillReason(text, { artist: "Ada {title}", title: "$& Night" })).toBe(
    "Dear Ada {title}, $& Night is {not} for us. Ada {title}!",
  );
});

test("a submission without a title is called the artist's release", () => {
  expect(fillReason("{title}", { artist: "Ada", title: "" })).toBe("your release");
});

test.each([
  ["no name", { title: " ", text: "Too loud." }, "Give it a name, so that colleagues find it."],
  ["no text", { title: "Loud", text: "\n" }, "Write the reason first."],
  [
    "a key that is no digit",
    { title: "Loud", text: "No.", digit: "0" },
    "Choose a key from the list.",
  ],
  [
    "a finding that there is not",
    { title: "Loud", text: "No.", finding: "loudness" },
    "Choose a finding from the list.",
  ],
  [
    "a meaning that there is not",
    { title: "Loud", text: "No.", answer: "never" },
    "Choose what it means from the list.",
  ],
  [
    "a text that no decision may have",
    { title: "Loud", text: "x".repeat(1_501) },
    "The reason must have at most 1500 characters.",
  ],
])("a saved reason with %s is refused", (_, values, message) => {
  const fields = { kind: "reject", digit: "", finding: "", answer: "fix", ...values };
  expect(v.safeParse(savedReasonSchema, fields).issues?.[0]?.message).toBe(message);
});

test("a reason that answers what was found is suggested", () => {
  const [clips, guest, none] = [
    { id: "1", finding: "clipping" as const },
    { id: "2", finding: "guest" as const },
    { id: "3", finding: null },
  ];
  expect(suggestedReasons([none, guest, clips], ["clipping", "silent"])).toEqual([clips]);
  expect(suggestedReasons([none, guest, clips], [])).toEqual([]);
});
