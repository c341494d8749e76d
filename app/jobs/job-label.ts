import type { JobType } from "./job-types";

interface JobLabels {
  /** The heading of the job. */
  name: string;
  task: string;
}

const jobLabels: Readonly<Record<JobType, JobLabels>> = {
  "sync-board": { name: "Board item", task: "Put it on the board" },
  "set-board-status": { name: "Status on the board", task: "Tell the board the status" },
  "read-board-status": {
    name: "Status read on the board",
    task: "Read the status on the board",
  },
  "refuse-board-status": {
    name: "Refusal on the board",
    task: "Tell the board which status was refused",
  },
  "confirm-by-mail": { name: "Confirmation", task: "Confirm by email" },
  "mirror-drive": { name: "Drive mirror", task: "Copy the files to the drive" },
  "deliver-release": { name: "Delivery", task: "Deliver it to the distributor" },
  "process-clip": { name: "Social clip", task: "Cut a social clip" },
  "measure-track": { name: "Sound check", task: "Measure the sound of a track" },
  "send-mail": { name: "Mail", task: "Send an email" },
  "sync-waiting-list": {
    name: "Board item of the waiting list",
    task: "Put the request on the board",
  },
  "confirm-waiting-list": {
    name: "Confirmation of the waiting list",
    task: "Confirm the request by email",
  },
  "make-agreement-pdf": { name: "Signed agreement", task: "Make the PDF of a signed agreement" },
  "mail-links": { name: "Mails of a list of links", task: "Send a list of links by email" },
};

const isKnownType = (type: string): type is JobType => Object.keys(jobLabels).includes(type);

/** The labels of a job; an unknown type, from an older or newer release, is its own label. */
export function jobLabel(type: string): JobLabels {
  return isKnownType(type) ? jobLabels[type] : { name: type, task: type };
}
