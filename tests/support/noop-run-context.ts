import type { RunContext } from "../../workers/jobs/run-job";

/** A run of jobs that tells nobody but the log. */
export const noopRunContext: Pick<RunContext, "bindLog" | "onTakenOver" | "onFailed"> = {
  bindLog: () => {},
  onTakenOver: async () => {},
  onFailed: async () => {},
};
