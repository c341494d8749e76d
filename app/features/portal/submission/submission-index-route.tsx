import { titled } from "~/ui/page-title";

export const meta = titled("Submission Details");

export default function NoSubmission() {
  return null;
}
