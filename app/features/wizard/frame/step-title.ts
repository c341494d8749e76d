import { DRAFT_DAYS } from "~/domain/submission/draft/draft-days";
import { type StepId, stepIndex, stepOf, steps } from "~/domain/submission/steps/steps";

/** The title of a step: "Step 2 of 4: Music Upload". */
export function stepTitle(id: StepId): string {
  return `Step ${stepIndex(id) + 1} of ${steps.length}: ${stepOf(id).title}`;
}

/** The banner of a draft that was started by a link or with an account. */
export function linkNotice(draft: {
  entry: string;
  artistName: string;
  /** Whether it was filled in from an earlier release. */
  isKnown: boolean;
}): string | undefined {
  const { entry, artistName, isKnown } = draft;
  const name = artistName ? `, ${artistName}` : "";
  if (entry === "invited")
    return `Welcome${name}. We invited you, and filled in what we know. Check it, then continue.`;
  if (entry === "returning" && !isKnown)
    return `Welcome back${name}. We filled in what we know. Check it, then continue.`;
  if (entry === "returning")
    return `Welcome back${name}. We filled in what you told us before. Check it, then continue.`;
  if (entry === "account")
    return `Welcome back${name}. We filled this in from your profile. Check it, then continue.`;
  return undefined;
}

/** The notice for an artist who was redirected to this step. */
export function arrivalNotice(params: URLSearchParams, id: StepId): string | undefined {
  const wantedStep = steps.find((step) => step.id === params.get("early"));
  if (params.get("refused") === "music")
    return `We couldn't take a file you chose in ${stepOf("music").title}. Choose another one there.`;
  if (params.has("expired"))
    return `Your earlier draft expired, because nothing changed in it for ${DRAFT_DAYS} days. This is a new one.`;
  if (params.has("lost"))
    return "We couldn't find the draft that was in this browser, so this is a new one.";
  if (params.has("kept"))
    return `We kept your details from your last release. You can change them in ${stepOf("artist").title}.`;
  return wantedStep && wantedStep.id !== id
    ? `${wantedStep.title} opens once this step is done.`
    : undefined;
}
