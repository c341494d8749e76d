import { submitRun } from "~/domain/submission/run/submit-run.client";
import { SubmissionRun } from "./submission-run";

/** Everything that a press of Submit loads, in one script. */
export const submissionRunModule = { submitRun, Dialog: SubmissionRun };
export type SubmissionRunModule = typeof submissionRunModule;
