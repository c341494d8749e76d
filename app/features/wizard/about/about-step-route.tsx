import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { AboutFields } from "../about-fields";
import { OfflineStep } from "../frame/offline-step";
import { StepButtons } from "../frame/step-buttons";
import { StepForm } from "../frame/step-form";
import { stepTitle } from "../frame/step-title";
import type { action, loader } from "./about-step-route.server";

export const meta = titled(stepTitle("about"));

const loadRules = () => import("./check-about").then(({ checkAbout }) => checkAbout);

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
          saved={copy ? (copy.saved ?? {}) : stepData.saved}
          reply={reply}
          loadCheck={loadRules}
        >
          <AboutFields />
          <StepButtons step="about" next="Continue to Review" back returns={returns} />
        </StepForm>
      )}
    </OfflineStep>
  );
}
