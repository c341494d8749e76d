/** The four steps of the wizard in order, for every guard, stepper and link. */
export const steps = [
  { id: "artist", title: "Artist Information", path: "/submit/artist" },
  { id: "music", title: "Music Upload", path: "/submit/music" },
  { id: "about", title: "Additional Information", path: "/submit/about" },
  { id: "review", title: "Review & Submit", path: "/submit/review" },
] as const;

export type Step = (typeof steps)[number];
export type StepId = Step["id"];
export type AnswerStep = Exclude<StepId, "review">;

const [artist] = steps;

export function stepOf(id: StepId): Step {
  return steps.find((step) => step.id === id) ?? artist;
}

export function stepIndex(id: StepId): number {
  return steps.findIndex((step) => step.id === id);
}

/** The first step that is not completed; Review when all are. */
export function firstOpenStep(completedSteps: readonly AnswerStep[]): Step {
  return (
    steps.find((step) => step.id !== "review" && !completedSteps.includes(step.id)) ??
    stepOf("review")
  );
}

/** Whether every step before this one is completed. */
export function canOpen(id: StepId, completedSteps: readonly AnswerStep[]): boolean {
  return stepIndex(id) <= stepIndex(firstOpenStep(completedSteps).id);
}

/** The step after this one; Review after itself. */
export function stepAfter(id: StepId): Step {
  return steps[stepIndex(id) + 1] ?? stepOf("review");
}

/** The step before this one; the first before itself. */
export function stepBefore(id: StepId): Step {
  return steps[stepIndex(id) - 1] ?? artist;
}

/**
 * Whether saving a step leads back to Review: the artist came from a Change link
 * (`?return=review`), and all other steps are completed.
 * @param search of the page's address.
 */
export function returnsToReview(
  id: AnswerStep,
  completedSteps: readonly AnswerStep[],
  search: URLSearchParams,
): boolean {
  const passedSteps = new Set([...completedSteps, id]);
  const complete = steps.every((step) => step.id === "review" || passedSteps.has(step.id));
  return search.get("return") === "review" && complete;
}

export function pathAfter(
  id: AnswerStep,
  completedSteps: readonly AnswerStep[],
  url: string,
): string {
  const returns = returnsToReview(id, completedSteps, new URL(url).searchParams);
  return returns ? stepOf("review").path : stepAfter(id).path;
}
