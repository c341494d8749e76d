import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { SweepDeps } from "../../workers/jobs/sweep/sweep-deps";
import { sweepParts } from "../../workers/jobs/sweep/sweep-parts";

const NUMBERS = new Map([
  [5, "five"],
  [10, "ten"],
  [60, "sixty"],
]);

test("the pages of jobs and incidents tell one time at which third parties are asked: the one of the sweep", () => {
  const calls = { withdrawAgreements: undefined, sendWaitingMails: undefined };
  const parts = sweepParts({ calls } as unknown as SweepDeps, 0);
  const seconds = parts.find(({ name }) => name === "third-parties")?.everySeconds;
  const expectedText = `every ${NUMBERS.get(Math.round(Number(seconds) / 60))} minutes`;
  const readText = (page: string) => readFileSync(page, "utf8").replaceAll(/\s+/g, " ");
  const [, sweep] =
    /the mail server \(a sign-in, no mail\) (.*?), and who failed/.exec(readText("docs/jobs.md")) ??
    [];
  const [, rule] =
    /others (every \w+ minutes), and every five/.exec(readText("docs/incidents.md")) ?? [];
  expect([sweep, rule]).toEqual([expectedText, expectedText]);
});
