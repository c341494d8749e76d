import { afterEach } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Set where a test did not pass at once. */
    secondTry?: boolean;
  }
}

// The report itself tells only how a test ended.
afterEach(({ task }) => {
  if ((task.result?.retryCount ?? 0) > 0) task.meta.secondTry = true;
});
