import { expect, test } from "vitest";
import { wordsOfJob } from "./job-words";

test("a job goes by its name where it is listed, and by its task where it is to be done", () => {
  expect(wordsOfJob("sync-board")).toEqual({ name: "Board item", task: "Put it on the board" });
});

test.each(["mint-vinyl", "toString"])("a job of no kind that we know, %s, goes by it", (type) => {
  expect(wordsOfJob(type)).toEqual({ name: type, task: type });
});
