import * as v from "valibot";
import { expect, test } from "vitest";
import { type Answers, answersSchema } from "./answers";
import type { AnswerStep } from "./steps";
import { isBegun, type TaskStatus, taskList } from "./task-list";

function answered(...steps: AnswerStep[]): Answers {
  return v.parse(answersSchema, Object.fromEntries(steps.map((step) => [step, {}])));
}

const done = "Completed";
const begun = "In progress";
const not = "Not yet started";

const drafts: [string, AnswerStep[], AnswerStep[], boolean, TaskStatus[], number][] = [
  ["nothing saved", [], [], false, [not, not, not, not], 1],
  ["a step that was only typed in", ["artist"], [], false, [begun, not, not, not], 1],
  ["a step that has passed", ["artist"], ["artist"], false, [done, not, not, not], 2],
  ["a file alone begins the music", ["artist"], ["artist"], true, [done, begun, not, not], 2],
  [
    "an earlier step that no longer passes closes those after it",
    ["artist", "music", "about"],
    ["music", "about"],
    true,
    [begun, done, done, not],
    1,
  ],
  [
    "all passed: only the review is left",
    ["artist", "music", "about"],
    ["about", "music", "artist"],
    true,
    [done, done, done, begun],
    4,
  ],
];

test.each(drafts)("%s", (_, savedSteps, completedSteps, hasFiles, statuses, open) => {
  const tasks = taskList({ answers: answered(...savedSteps), completed: completedSteps, hasFiles });
  expect(tasks.map(({ status }) => status)).toEqual(statuses);
  expect(tasks.filter((task) => task.open)).toHaveLength(open);
});

test.each([
  ["nothing", answered(), false, false],
  ["a step, even a blank one", answered("artist"), false, true],
  ["a file", answered(), true, true],
] as const)("with %s there is something to come back to: %#", (_, answers, hasFiles, expected) => {
  expect(isBegun({ answers, hasFiles })).toBe(expected);
});
