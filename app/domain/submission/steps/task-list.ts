import type { Answers } from "./answers";
import { type AnswerStep, canOpen, type Step, steps } from "./steps";

export type TaskStatus = "Completed" | "In progress" | "Not yet started";

export interface Task {
  step: Step;
  status: TaskStatus;
  open: boolean;
}

interface TaskInput {
  answers: Answers;
  completed: readonly AnswerStep[];
  /** Whether any file is stored or pending; files belong to the music step. */
  hasFiles: boolean;
}

export function isBegun({ answers, hasFiles }: Pick<TaskInput, "answers" | "hasFiles">): boolean {
  return hasFiles || Object.values(answers).some((step) => step !== undefined);
}

/** The four steps of a draft. Review is in progress once all others are completed. */
export function taskList({ answers, completed, hasFiles }: TaskInput): Task[] {
  return steps.map((step) => {
    const open = canOpen(step.id, completed);
    if (step.id === "review")
      return { step, open, status: open ? "In progress" : "Not yet started" };
    if (completed.includes(step.id)) return { step, open, status: "Completed" };
    const begun = answers[step.id] !== undefined || (step.id === "music" && hasFiles);
    return { step, open, status: begun ? "In progress" : "Not yet started" };
  });
}
