import { useSearchParams } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { type AnswerStep, returnsToReview } from "~/submission/steps/steps";
import { FormUnavailable } from "../offline/form-unavailable";
import { type OfflineStepDraft, type StepData, useOfflineStep } from "../offline/use-offline-step";
import { StepFrame } from "./step-frame";
import { arrivalNotice } from "./step-title";

/** What the form of a step shows. */
interface ShownStep {
  page: StepData["page"];
  /** What this browser keeps of the draft, where the page came as nobody sees it. */
  copy: OfflineStepDraft | undefined;
  /** Whether Review is where the artist came from, and goes back to. */
  returns: boolean;
}

interface KeptStepProps {
  /** What the page came with. */
  own: StepData;
  heading?: string;
  lead: string;
  /** A sentence for who arrives, where the address has none. */
  notice?: string | undefined;
  /** Draws the form; another draft begins with a form of its own. */
  children: (content: ShownStep) => ReactNode;
}

/** A step in its frame, with the draft it came with or, without a connection, the one that this browser keeps. */
export function OfflineStep({ own, notice, children, ...frame }: KeptStepProps) {
  const { copy, missing, formKey } = useOfflineStep(own);
  const { page, completed } = copy ?? own;
  const step: AnswerStep = page.step;
  const [params] = useSearchParams();
  const returns = returnsToReview(step, completed, params);
  return (
    <StepFrame
      step={step}
      completed={completed}
      notice={arrivalNotice(params, step) ?? notice}
      {...frame}
    >
      {missing ? (
        <FormUnavailable why={missing} />
      ) : (
        <Fragment key={formKey}>{children({ page, copy, returns })}</Fragment>
      )}
    </StepFrame>
  );
}
