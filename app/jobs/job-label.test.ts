import { expect, test } from "vitest";
import { jobLabel } from "./job-label";

test("a job has a name for headings and a task for lists", () => {
  expect(jobLabel("sync-board")).toEqual({ name: "Board item", task: "Put it on the board" });
});

test.each(["mint-vinyl", "toString"])(
  "a job of an unknown type, %s, is labelled by its type",
  (type) => {
    expect(jobLabel(type)).toEqual({ name: type, task: type });
  },
);
