import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { within } from "~/platform/time-limit";
import { type OwnFailure, storeOwnFailures } from "../error-report-store.server";
import { type Log, reasonOf } from "../log";
import { oneAtATime } from "../one-at-a-time";
import type { Failure } from "./failure.server";

/** The first is written soon; where others follow, they are gathered for so long. */
const SOON_MS = 1_000;
const WINDOW_MS = 15_000;
/** A database that says nothing is not waited for longer. */
const ANSWERS_WITHIN_SECONDS = 5;
/** Work that outlives its request is ended by the platform after half a minute. */
const LONGEST_MS = 60_000;
/** Causes that are gathered at once: more of them at a time is one cause, and no batch grows without end. */
const CAUSES = 20;

/** How a worker writes what it has gathered, and waits until then. */
export interface FailureDeps {
  db: Database;
  log: Log;
  clock: () => Date;
  ids: Ids;
  sleep: (ms: number) => Promise<void>;
}

/** Gathers failures for all requests that one worker serves, so that a flood of them is a few rows. */
export interface FailureNotes {
  add: (failure: Failure, subjectId: string | null) => void;
  /** Writes what is gathered, a moment later; at once done where another request is about to. */
  write: (deps: FailureDeps) => Promise<void>;
}

/** Notes with nothing in them: one for each worker. */
export function openFailureNotes(): FailureNotes {
  let noted = new Map<string, Omit<OwnFailure, "id">>();
  const inTurn = oneAtATime(LONGEST_MS);
  let hasFailed = false;
  let wroteAt = 0;

  const add = ({ count, ...one }: Omit<OwnFailure, "id">) => {
    const known = noted.get(one.failure.groupId);
    if (!known && noted.size >= CAUSES) return;
    noted.set(one.failure.groupId, { ...one, count: count + (known?.count ?? 0) });
  };

  async function tryOnce({ db, log, clock, ids }: FailureDeps): Promise<void> {
    const written = [...noted.values()];
    noted = new Map();
    const now = clock();
    wroteAt = now.getTime();
    try {
      const named = written.map((one) => ({ id: ids.next(now), ...one }));
      await within(ANSWERS_WITHIN_SECONDS, storeOwnFailures(db, named, now));
      hasFailed = false;
    } catch (error) {
      for (const one of written) add(one);
      if (!hasFailed)
        log("warn", "errors.not-stored", { count: written.length, reason: reasonOf(error) });
      hasFailed = true;
    }
  }

  return {
    add: (failure, subjectId) => add({ failure, subjectId, count: 1 }),
    write: (deps) =>
      inTurn(deps.clock, async () => {
        const since = deps.clock().getTime() - wroteAt;
        await deps.sleep(since > WINDOW_MS ? SOON_MS : WINDOW_MS);
        await tryOnce(deps);
      }),
  };
}
