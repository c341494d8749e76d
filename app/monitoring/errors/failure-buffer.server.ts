import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { withTimeout } from "~/platform/timeout";
import { errorReason, type Log } from "../log";
import { skipIfBusy } from "../skip-if-busy";
import { storeOwnFailures } from "./error-report-store.server";
import type { Failure } from "./failure.server";

/** The first failure is written soon; later ones are gathered for a while. */
const SOON_MS = 1_000;
const WINDOW_MS = 15_000;
const ANSWERS_WITHIN_SECONDS = 5;
/** The platform ends work half a minute after its request, so no try begins later. */
const LAST_TRY_MS = 24_000;
const LONGEST_MS = 60_000;
/** Causes per buffer, for browsers and for our own each, so that a flood of reports does not displace ours. */
const CAUSES = 20;
/** The latest drafts and submissions per cause. */
const SUBJECTS = 20;

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
   * Writes after a moment, and again for later failures, as long as the request may live; resolves at once
   * if another
   * request writes.
   */
  write: (deps: FailureDeps) => Promise<void>;
}

interface Noted {
  failure: Failure;
  count: number;
  subjects: Set<string | null>;
}

/** Create one per worker. */
export function createFailureBuffer(): FailureBuffer {
  let notes = new Map<string, Noted>();
  const inTurn = skipIfBusy(LONGEST_MS);
  let hasFailed = false;
  let wroteAt = 0;

  function isFull({ source }: Failure): boolean {
    const isBrowser = source === "browser";
    const alike = [...notes.values()].filter(
      (note) => (note.failure.source === "browser") === isBrowser,
    );
    return alike.length >= CAUSES;
  }

  function add({ failure, count, subjects }: Noted): void {
    const note = notes.get(failure.groupId);
    if (!note && isFull(failure)) return;
    const all = new Set([...(note?.subjects ?? [])].filter((one) => !subjects.has(one)));
    const latest = [...all, ...subjects].slice(-SUBJECTS);
    const total = count + (note?.count ?? 0);
    notes.set(failure.groupId, { failure, count: total, subjects: new Set(latest) });
  }

  async function tryOnce({ db, log, clock, ids }: FailureDeps): Promise<void> {
    const batch = [...notes.values()];
    notes = new Map();
    const now = clock();
    wroteAt = now.getTime();
    try {
      const failures = batch.map(({ subjects, ...one }) => {
        const hits = [...subjects].map((subjectId) => ({ id: ids.next(now), subjectId }));
        return { ...one, hits };
      });
      await withTimeout(ANSWERS_WITHIN_SECONDS, storeOwnFailures(db, failures, now));
      hasFailed = false;
    } catch (error) {
      for (const one of batch) add(one);
      if (!hasFailed)
        log("warn", "errors.not-stored", { count: batch.length, reason: errorReason(error) });
      hasFailed = true;
    }
  }

  return {
    add: (failure, subjectId) => add({ failure, count: 1, subjects: new Set([subjectId]) }),
    isWaiting: () => notes.size > 0,
    write: (deps) =>
      inTurn(deps.clock, async () => {
        const began = deps.clock().getTime();
        let totalWaitMs = 0;
        while (notes.size > 0) {
          const now = deps.clock().getTime();
          const remainingMs = LAST_TRY_MS - Math.max(totalWaitMs, now - began);
          if (remainingMs < SOON_MS) return;
          const wait = Math.min(remainingMs, now - wroteAt > WINDOW_MS ? SOON_MS : WINDOW_MS);
          await deps.sleep(wait);
          totalWaitMs += wait;
          await tryOnce(deps);
        }
      }),
  };
}
