import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { type MusicAnswers, musicAnswersSchema } from "~/domain/submission/music/music-step";
import { startingMusic } from "~/domain/submission/music/read-music";
import { titled } from "~/ui/page-title";
import files from "../file-box.module.css";
import { OfflineStep } from "../frame/offline-step";
import { StepButtons } from "../frame/step-buttons";
import { stepTitle } from "../frame/step-title";
import type { OfflineStepDraft } from "../offline/use-offline-step";
import { MusicForm } from "./music-form";
import { MusicSections } from "./music-sections";
import type { action, loader } from "./music-step-route.server";

export const meta = titled(stepTitle("music"));

export default function MusicStep() {
  const stepData = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <OfflineStep
      serverData={stepData}
      lead={
        <>
          What comes out, and when.{" "}
          <span className={files.drop}>Drop files or a whole folder anywhere on this page.</span>
        </>
      }
    >
      {({ page, copy, returns }) => (
        <MusicForm
          page={page}
          saved={copy ? offlineMusic(copy) : stepData.saved}
          reply={reply}
          files={(copy ?? stepData).files}
          slotVersions={(copy ?? stepData).slotVersions}
          formId={copy ? undefined : stepData.formId}
          today={(copy ?? stepData).today}
          artist={(copy ?? stepData).artist}
          near={copy ? undefined : stepData.near}
          advice={copy ? undefined : stepData.advice}
          usual={(copy ?? stepData).prefill?.usual}
        >
          <MusicSections />
          <StepButtons step="music" next="Next" back returns={returns} />
        </MusicForm>
      )}
    </OfflineStep>
  );
}

/** The initial answers from the offline copy, as the loader computes them. */
function offlineMusic({ saved, today, prefill }: OfflineStepDraft): MusicAnswers {
  const music = saved === undefined ? undefined : v.parse(musicAnswersSchema, saved);
  return startingMusic(music, new Date(today), prefill);
}
