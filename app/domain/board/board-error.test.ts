import { expect, test } from "vitest";
import { BoardError, boardErrorText, boardProblemText } from "./board-error";

const now = new Date("2026-11-21T12:00:00Z");

function refusal(
  details: { permanent: boolean; retryAfterSeconds?: number },
  message = "No label.",
) {
  const error = new BoardError("Refused", message, details);
  error.advice = "Add the label.";
  return error;
}

test("of a permanent refusal staff read what to do, the board's own words last", () => {
  expect(boardErrorText(refusal({ permanent: true }))).toBe(
    "Add the label. Then run the job again. The board said: No label.",
  );
  expect(boardErrorText(refusal({ permanent: true }, ""))).toBe(
    "Add the label. Then run the job again.",
  );
  expect(boardProblemText(refusal({ permanent: true }), now)).toBe(
    "Add the label. The board said: No label. (Refused)",
  );
});

test("what passes by itself says when to try again", () => {
  expect(boardErrorText(refusal({ permanent: false }))).toBe("No label.");
  expect(boardProblemText(refusal({ permanent: false }), now)).toContain("Try again in a minute.");
  expect(boardProblemText(refusal({ permanent: false, retryAfterSeconds: 30 }), now)).toContain(
    "The board takes no more calls just now. Try again in",
  );
});
