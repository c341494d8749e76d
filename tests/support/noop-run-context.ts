import type { RunContext } from "../../workers/jobs/run-job";

/** Callbacks of running jobs that do nothing. */
export const noopRunContext: Pick<RunContext, "bindLog" | "onTakenOver" | "onFailed"> = {
  bindLog: () => {},
  onTakenOver: async () => {},
  onFailed: async () => {},
};
