import { expect, test } from "vitest";
import { jobLabel } from "./job-label";

test("a job goes by its name where it is listed, and by its task where it is to be done", () => {
  expect(jobLabel("sync-board")).toEqual({ name: "Board item", task: "Put it on the board" });
});

test.each(["mint-vinyl", "toString"])("a job of no kind that we know, %s, goes by it", (type) => {
  expect(jobLabel(type)).toEqual({ name: type, task: type });
});
