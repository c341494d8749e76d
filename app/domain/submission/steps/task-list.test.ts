import * as v from "valibot";
import { expect, test } from "vitest";
import { type Answers, answersSchema } from "./answers";
import type { AnswerStep } from "./steps";
import { isBegun, type TaskStatus, taskList } from "./task-list";

function answersOf(...steps: AnswerStep[]): Answers {
  return v.parse(answersSchema, Object.fromEntries(steps.map((step) => [step, {}])));
}

const completedLabel = "Completed";
const inProgress = "In progress";
const not = "Not yet started";

const drafts: [string, AnswerStep[], AnswerStep[], boolean, TaskStatus[], number][] = [
  ["nothing saved", [], [], false, [not, not, not, not], 1],
  ["a step that was only typed in", ["artist"], [], false, [inProgress, not, not, not], 1],
  ["a step that has passed", ["artist"], ["artist"], false, [completedLabel, not, not, not], 2],
  [
    "a file alone begins the music",
    ["artist"],
    ["artist"],
    true,
    [completedLabel, inProgress, not, not],
    2,
  ],
  [
    "an earlier step that no longer passes closes those after it",
    ["artist", "music", "about"],
    ["music", "about"],
    true,
    [inProgress, completedLabel, completedLabel, not],
    1,
  ],
  [
    "all passed: only the review is left",
    ["artist", "music", "about"],
    ["about", "music", "artist"],
    true,
    [completedLabel, completedLabel, completedLabel, inProgress],
    4,
  ],
];

test.each(drafts)("%s", (_, savedSteps, completedSteps, hasFiles, statuses, open) => {
  const tasks = taskList({
    answers: answersOf(...savedSteps),
    completed: completedSteps,
    hasFiles,
  });
  expect(tasks.map(({ status }) => status)).toEqual(statuses);
  expect(tasks.filter((task) => task.open)).toHaveLength(open);
});

test.each([
  ["nothing", answersOf(), false, false],
  ["a step, even a blank one", answersOf("artist"), false, true],
  ["a file", answersOf(), true, true],
] as const)("with %s there is something to come back to: %#", (_, answers, hasFiles, expected) => {
  expect(isBegun({ answers, hasFiles })).toBe(expected);
});
