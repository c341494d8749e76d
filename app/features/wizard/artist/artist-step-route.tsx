import { useActionData, useLoaderData } from "@remix-run/react";
import { stepOf } from "~/domain/submission/steps/steps";
import { titled } from "~/ui/page-title";
import { OfflineStep } from "../frame/offline-step";
import { StepButtons } from "../frame/step-buttons";
import { StepForm } from "../frame/step-form";
import { linkNotice, stepTitle } from "../frame/step-title";
import { ArtistFields } from "./artist-fields";
import type { action, loader } from "./artist-step-route.server";

/** The wizard's entry shows this step, too, so the canonical address is given. */
export const meta = titled(stepTitle("artist"), {
  tagName: "link",
  rel: "canonical",
  href: stepOf("artist").path,
});

const loadRules = () => import("./check-artist").then(({ checkArtist }) => checkArtist);

export default function ArtistStep() {
  const { whose, cities, advice, isPlaceOffered, ...stepData } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <OfflineStep
      serverData={stepData}
      notice={linkNotice(whose)}
      lead="Who is sending this music, and where we can reach you."
    >
      {({ page, copy, returns }) => (
        <StepForm
          page={page}
          saved={copy ? (copy.saved ?? {}) : stepData.saved}
          reply={reply}
          loadCheck={loadRules}
        >
          <ArtistFields
            spotify={reply?.spotify}
            cities={cities}
            advice={advice}
            isPlaceOffered={isPlaceOffered}
          />
          <StepButtons step="artist" next="Next Step" back returns={returns} />
        </StepForm>
      )}
    </OfflineStep>
  );
}
