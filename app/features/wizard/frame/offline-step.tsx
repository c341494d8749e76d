import { useSearchParams } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { type AnswerStep, returnsToReview } from "~/domain/submission/steps/steps";
import { FormUnavailable } from "../offline/form-unavailable";
import { type OfflineStepDraft, type StepData, useOfflineStep } from "../offline/use-offline-step";
import { StepFrame } from "./step-frame";
import { arrivalNotice } from "./step-title";

interface StepContent {
  page: StepData["page"];
  /** The draft stored in this browser, if the page was rendered without one. */
  copy: OfflineStepDraft | undefined;
  /** Whether the artist came from Review, and returns to it. */
  returns: boolean;
}

interface OfflineStepProps {
  serverData: StepData;
  heading?: string;
  lead: ReactNode;
  /** A notice on arrival, unless the address has one. */
  notice?: string | undefined;
  /** Renders the form, which is keyed by draft. */
  children: (content: StepContent) => ReactNode;
}

/** A step in its frame, with the server's data or, without a connection, the draft stored in this browser. */
export function OfflineStep({ serverData, notice, children, ...frame }: OfflineStepProps) {
  const { copy, missing, formKey } = useOfflineStep(serverData);
  const { page, completed } = copy ?? serverData;
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
        <FormUnavailable reason={missing} />
      ) : (
        <Fragment key={formKey}>{children({ page, copy, returns })}</Fragment>
      )}
    </StepFrame>
  );
}
