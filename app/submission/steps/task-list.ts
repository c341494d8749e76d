import type { Answers } from "./answers";
import { type AnswerStep, mayOpen, type Step, steps } from "./steps";

/** How far a step of a draft is, in the words of the task list. */
export type TaskStatus = "Completed" | "In progress" | "Not yet started";

/** A step as the task list shows it. */
export interface Task {
  step: Step;
  status: TaskStatus;
  /** Whether it may be opened. */
  open: boolean;
}

/** What the list is made of. */
interface TaskInput {
  answers: Answers;
  completed: readonly AnswerStep[];
  /** Whether any file was stored or is on its way; files belong to the music. */
  hasFiles: boolean;
}

/** Whether there is anything to come back to. */
export function isBegun({ answers, hasFiles }: Pick<TaskInput, "answers" | "hasFiles">): boolean {
  return hasFiles || Object.values(answers).some((step) => step !== undefined);
}

/** The four steps of a draft. Review counts as begun once everything before it is done. */
export function taskList({ answers, completed, hasFiles }: TaskInput): Task[] {
  return steps.map((step) => {
    const open = mayOpen(step.id, completed);
    if (step.id === "review")
      return { step, open, status: open ? "In progress" : "Not yet started" };
    if (completed.includes(step.id)) return { step, open, status: "Completed" };
    const begun = answers[step.id] !== undefined || (step.id === "music" && hasFiles);
    return { step, open, status: begun ? "In progress" : "Not yet started" };
  });
}
