import { submitRun } from "~/submission/run/submit-run.client";
import { SubmissionRun } from "./submission-run";

/** What a press of Submit loads, in one script: who only reads the page needs neither. */
export const submissionRunModule = { submitRun, Dialog: SubmissionRun };
export type SubmissionRunModule = typeof submissionRunModule;
