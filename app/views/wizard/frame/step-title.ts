import { type StepId, stepIndex, stepOf, steps } from "~/submission/steps/steps";

/** The title of a step: "Step 2 of 4: Music Upload". */
export function stepTitle(id: StepId): string {
  return `Step ${stepIndex(id) + 1} of ${steps.length}: ${stepOf(id).title}`;
}

/** The sentence for an artist who did not find here what they came for. */
export function arrivalNotice(params: URLSearchParams, id: StepId): string | undefined {
  const wanted = steps.find((step) => step.id === params.get("early"));
  if (params.get("refused") === "music")
    return `We couldn't take a file you chose in ${stepOf("music").title}. Choose another one there.`;
  if (params.has("expired"))
    return "Your earlier draft expired, because nothing changed in it for 14 days. This is a new one.";
  if (params.has("lost"))
    return "We couldn't find the draft that was in this browser, so this is a new one.";
  if (params.has("kept"))
    return `Your details are kept from your last release. You can change them in ${stepOf("artist").title}.`;
  return wanted && wanted.id !== id ? `${wanted.title} opens once this step is done.` : undefined;
}
