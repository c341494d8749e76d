import { submitRun } from "~/submission/run/submit-run.client";
import { SubmissionRun } from "./submission-run";

/** What a press of Submit loads, in one script: who only reads the page needs neither. */
export const runSide = { submitRun, Dialog: SubmissionRun };
export type RunSide = typeof runSide;
