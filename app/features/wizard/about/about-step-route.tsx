import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { aboutAnswersSchema, checkAboutStep } from "~/domain/submission/steps/about-step";
import { hasNoErrors } from "~/forms/form-reply";
import { titled } from "~/ui/page-title";
import { AboutFields } from "../about-fields";
import { OfflineStep } from "../frame/offline-step";
import { StepButtons } from "../frame/step-buttons";
import { StepForm } from "../frame/step-form";
import { stepTitle } from "../frame/step-title";
import type { action, loader } from "./about-step-route.server";

export const meta = titled(stepTitle("about"));

export default function AboutStep() {
  const stepData = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <OfflineStep
      serverData={stepData}
      heading="About Your Music"
      lead="Everything here is optional. It helps us understand your music."
    >
      {({ page, copy, returns }) => (
        <StepForm
          page={page}
          saved={copy ? v.parse(aboutAnswersSchema, copy.saved ?? {}) : stepData.saved}
          reply={reply}
          check={(postedAnswers, current) => {
            const errors = checkAboutStep(v.parse(aboutAnswersSchema, postedAnswers ?? current));
            return hasNoErrors(errors) ? undefined : { errors, summary: [] };
          }}
        >
          <AboutFields />
          <StepButtons step="about" next="Continue to Review" back returns={returns} />
        </StepForm>
      )}
    </OfflineStep>
  );
}
