import { expect, test } from "vitest";
import { answerProgress } from "./answer-progress";

test.each([
  [{ open: 11, confirmed: 0, disputed: 0 }, "11 of 11 are open."],
  [
    { open: 10, confirmed: 0, disputed: 1 },
    "10 of 11 are open. 1 is with Sigrid, as you said something is wrong.",
  ],
  [{ open: 1, confirmed: 10, disputed: 0 }, "1 of 11 is open."],
  [
    { open: 0, confirmed: 9, disputed: 2 },
    "You have confirmed 9 of 11. 2 are with Sigrid, as you said something is wrong.",
  ],
  [{ open: 0, confirmed: 0, disputed: 1 }, "1 is with Sigrid, as you said something is wrong."],
])("answers %j are not done", (counts, text) => {
  expect(answerProgress(counts, "Sigrid")).toEqual({ tone: "waiting", text });
});

test("answers are done when all are confirmed", () => {
  const counts = { open: 0, confirmed: 11, disputed: 0 };
  const done = { tone: "good", text: "Done. You have confirmed all 11." };
  expect(answerProgress(counts, "Sigrid")).toEqual(done);
  const one = { ...counts, confirmed: 1 };
  expect(answerProgress(one, "Sigrid").text).toBe("Done. You have confirmed your share.");
});
