import { lastOf } from "~/platform/formats/last-of";

interface Job {
  type: string;
  subject: string;
  /** waiting, running, done or failed. */
  state: string;
}

export interface WorkProgress {
  name: string;
  text: string;
  isHeldUp: boolean;
}

const TEAM_NOTIFIED = "We have told our team. You don't need to do anything.";

function clipsText(cutCount: number, failedCount: number, total: number): string {
  const each = total === 1 ? "Your clip" : `All ${total} clips`;
  if (cutCount === total) return `${each} ${total === 1 ? "is" : "are"} cut and with our team.`;
  if (failedCount > 0) {
    const which = total === 1 ? "Your clip" : `${failedCount} of ${total} clips`;
    return `${which} couldn't be cut. ${TEAM_NOTIFIED}`;
  }
  return `${cutCount} of ${total} cut so far. The rest happens by itself.`;
}

/**
 * The progress of the social clips and the copy for the team; what a submission does not need has
 * no line.
 * @param mirrors whether files are copied to a drive of the team.
 */
export function workProgress(
  jobs: readonly Job[],
  { mirrors }: { mirrors: boolean },
): WorkProgress[] {
  const clips = jobs.filter(({ type }) => type === "process-clip");
  // It may be copied several times; the last one counts.
  const copy = mirrors ? lastOf(jobs.filter(({ type }) => type === "mirror-drive")) : undefined;
  const count = (state: string) => clips.filter((job) => job.state === state).length;
  const lines: WorkProgress[] = [];
  if (clips.length > 0) {
    const text = clipsText(count("done"), count("failed"), clips.length);
    lines.push({ name: "Social clips", text, isHeldUp: count("failed") > 0 });
  }
  if (copy) {
    const texts: Record<string, string> = {
      done: "Your files are in our team's folder.",
      failed: `The copy to our team's folder is held up. Your files are safe. ${TEAM_NOTIFIED}`,
    };
    const text = texts[copy.state] ?? "Your files are on their way to our team's folder.";
    lines.push({ name: "Copy for the team", text, isHeldUp: copy.state === "failed" });
  }
  return lines;
}
