import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { withTimeout } from "~/platform/timeout";
import { errorReason, type Log } from "../log";
import { skipIfBusy } from "../skip-if-busy";
import { storeOwnFailures } from "./error-report-store.server";
import type { Failure } from "./failure.server";

/** The first failure is written soon; later ones are gathered for a while. */
const FIRST_DELAY_MS = 1_000;
const WINDOW_MS = 15_000;
const STORE_TIMEOUT_SECONDS = 5;
/** The platform ends work half a minute after its request, so no try begins later. */
const MAX_WAIT_MS = 24_000;
const MAX_WRITE_MS = 60_000;
/** Causes per buffer, for browsers and for our own each, so that a flood of reports does not displace ours. */
const MAX_CAUSES = 20;
/** The latest drafts and submissions per cause. */
const MAX_SUBJECTS = 20;

export interface FailureDeps {
  db: Database;
  log: Log;
  clock: () => Date;
  ids: Ids;
  sleep: (ms: number) => Promise<void>;
}

/** Gathers failures of all requests of a worker, so that a flood becomes a few rows. */
export interface FailureBuffer {
  add: (failure: Failure, subjectId: string | null) => void;
  isWaiting: () => boolean;
  /**
   * Writes after a moment, and again for later failures, as long as the request may live; resolves at
   * once if another request writes.
   */
  write: (deps: FailureDeps) => Promise<void>;
}

interface BufferedFailure {
  failure: Failure;
  count: number;
  subjects: Set<string | null>;
}

/** Create one per worker. */
export function createFailureBuffer(): FailureBuffer {
  let buffer = new Map<string, BufferedFailure>();
  const runExclusive = skipIfBusy(MAX_WRITE_MS);
  let hasFailed = false;
  let lastWriteAt = 0;

  function isFull({ source }: Failure): boolean {
    const isBrowser = source === "browser";
    const sameKind = [...buffer.values()].filter(
      (buffered) => (buffered.failure.source === "browser") === isBrowser,
    );
    return sameKind.length >= MAX_CAUSES;
  }

  function add({ failure, count, subjects }: BufferedFailure): void {
    const buffered = buffer.get(failure.groupId);
    if (!buffered && isFull(failure)) return;
    const earlierSubjects = new Set(
      [...(buffered?.subjects ?? [])].filter((entry) => !subjects.has(entry)),
    );
    const latest = [...earlierSubjects, ...subjects].slice(-MAX_SUBJECTS);
    const total = count + (buffered?.count ?? 0);
    buffer.set(failure.groupId, { failure, count: total, subjects: new Set(latest) });
  }

  async function tryStore({ db, log, clock, ids }: FailureDeps): Promise<void> {
    const batch = [...buffer.values()];
    buffer = new Map();
    const now = clock();
    lastWriteAt = now.getTime();
    try {
      const failures = batch.map(({ subjects, ...entry }) => {
        const hits = [...subjects].map((subjectId) => ({ id: ids.next(now), subjectId }));
        return { ...entry, hits };
      });
      await withTimeout(STORE_TIMEOUT_SECONDS, storeOwnFailures(db, failures, now));
      hasFailed = false;
    } catch (error) {
      for (const entry of batch) add(entry);
      if (!hasFailed)
        log("warn", "errors.not-stored", { count: batch.length, reason: errorReason(error) });
      hasFailed = true;
    }
  }

  return {
    add: (failure, subjectId) => add({ failure, count: 1, subjects: new Set([subjectId]) }),
    isWaiting: () => buffer.size > 0,
    write: (deps) =>
      runExclusive(deps.clock, async () => {
        const startedAt = deps.clock().getTime();
        let totalWaitMs = 0;
        while (buffer.size > 0) {
          const now = deps.clock().getTime();
          const remainingMs = MAX_WAIT_MS - Math.max(totalWaitMs, now - startedAt);
          if (remainingMs < FIRST_DELAY_MS) return;
          const wait = Math.min(
            remainingMs,
            now - lastWriteAt > WINDOW_MS ? FIRST_DELAY_MS : WINDOW_MS,
          );
          await deps.sleep(wait);
          totalWaitMs += wait;
          await tryStore(deps);
        }
      }),
  };
}
