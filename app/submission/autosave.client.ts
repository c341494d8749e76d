import { type Outcome, type Put, putStep } from "./autosave-call.client";
import type { Copy, CopyStorage } from "./autosave-copy.client";
import { type AutosavePage, autosaveQueue } from "./autosave-queue.client";
import {
  type AutosaveState,
  type Fields,
  IDLE,
  type Settled,
  type StepConflict,
} from "./autosave-state";

/** From the last key until what is typed goes out: well within the 2 s it may take to be saved. */
export const PAUSE_MS = 1_000;
/** Who never pauses is saved this often. */
export const LONGEST_MS = 8_000;
/** An attempt without an answer is given up after this time. */
export const TIMEOUT_MS = 20_000;
/** The first pause after a failure; it doubles with every further one. */
export const RETRY_MS = 2_000;
export const LONGEST_RETRY_MS = 30_000;

/** The browser, as far as saving needs it. */
export interface AutosaveWorld {
  put: Put;
  storage: () => CopyStorage;
  now: () => number;
  /** Runs something later; returns the function that stops it. */
  later: (run: () => void, ms: number) => () => void;
}

export type AutosaveEngine = ReturnType<typeof openAutosave>;

/**
 * Saves a step while it is typed: after a pause, or at once when asked; never two requests at a
 * time; what cannot be sent is kept in this browser and sent later. An attempt whose outcome is
 * unknown is repeated as it was before anything newer goes: the server takes a repetition for what
 * it is, and only so can a lost reply be told from somebody else's change.
 */
export function openAutosave(page: AutosavePage, world: AutosaveWorld) {
  const queue = autosaveQueue(page, world.storage, world.now);
  const listeners = new Set<() => void>();
  let waiting: ((settled: Settled) => void)[] = [];
  let state: AutosaveState = IDLE;
  let busy = false;
  let retired = false;
  /** Whether what is typed meanwhile goes out as soon as the present attempt is over. */
  let hurry = false;
  let failures = 0;
  /** Whether there was a failure since all was saved. */
  let recovering = false;
  let conflict: StepConflict | undefined;
  let stopTimer: (() => void) | undefined;
  let typingSince: number | undefined;

  function show(next: AutosaveState): void {
    state = next;
    for (const listen of listeners) listen();
  }

  function disarm(): void {
    stopTimer?.();
    stopTimer = undefined;
  }

  function arm(ms: number): void {
    disarm();
    stopTimer = world.later(send, ms);
  }

  function send(): void {
    disarm();
    typingSince = undefined;
    if (busy || conflict || retired || queue.isEmpty()) return;
    queue.keep();
    const fields = queue.take();
    if (!fields) return;
    busy = true;
    if (failures === 0) show({ phase: "saving" });
    const stop = new AbortController();
    const stopClock = world.later(() => stop.abort(), TIMEOUT_MS);
    void putStep(world.put, page.step, fields, stop.signal).then((outcome) => {
      stopClock();
      busy = false;
      if (outcome.kind === "saved") arrived(outcome.version);
      else if (!retired) failed(outcome);
      if (busy) return;
      for (const resolve of waiting) resolve(settled());
      waiting = [];
    });
  }

  function arrived(version: string): void {
    failures = 0;
    queue.arrived(version);
    if (queue.isEmpty()) {
      hurry = false;
      show({ phase: "saved", at: world.now(), recovered: recovering });
      recovering = false;
    } else if (stopTimer && !hurry) show({ phase: "waiting", failing: false });
    else send();
  }

  function failed(outcome: Exclude<Outcome, { kind: "saved" }>): void {
    hurry = false;
    if (outcome.kind === "offline" || outcome.kind === "again") {
      const pause = Math.min(RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
      failures += 1;
      recovering = true;
      arm(Math.max(pause, outcome.kind === "again" ? outcome.afterMs : 0));
      show(outcome.kind === "again" ? { phase: "waiting", failing: true } : { phase: "offline" });
      return;
    }
    failures = 0;
    disarm();
    queue.putBack();
    if (outcome.kind === "conflict") {
      const { version, savedAt } = outcome;
      conflict = { version, savedAt };
      show({ phase: "conflict", ...conflict });
    } else show({ phase: "refused", text: outcome.text });
  }

  function settled(): Settled {
    if (conflict) return "conflict";
    if (queue.isEmpty()) return "saved";
    return state.phase === "refused" ? "refused" : "offline";
  }

  function sendNow(): void {
    if (queue.isEmpty()) return;
    hurry = true;
    queue.keep();
    send();
  }

  return {
    state: () => state,
    /** The token of what the page shows, as far as it is saved. */
    token: () => queue.token(),
    subscribe(listen: () => void): () => void {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    /** Takes up the page as it was opened: see {@link autosaveQueue}'s `resume`. */
    start(shown: Fields, left?: Copy): readonly Fields[] {
      const kept = queue.resume(shown, left);
      sendNow();
      return kept;
    },
    /** Notes how the form reads now, to be sent after a pause. */
    schedule(fields: Fields): void {
      if (retired || !queue.add(fields)) return;
      if (conflict || failures > 0) {
        queue.keep();
        return;
      }
      typingSince ??= world.now();
      arm(Math.min(PAUSE_MS, Math.max(0, typingSince + LONGEST_MS - world.now())));
      if (!busy) show({ phase: "waiting", failing: false });
    },
    /** Sends without waiting, as when a field is left; a pause after a failure is kept. */
    flush(): void {
      if (failures > 0) queue.keep();
      else sendNow();
    },
    /** Tries at once, as when the connection is back. */
    wake: sendNow,
    /** Sends what is typed and resolves when it is known what has become of it. */
    settle(): Promise<Settled> {
      sendNow();
      if (!busy) return Promise.resolve(settled());
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Goes on from the token that a post of the page itself has led to. */
    follow: queue.rebase,
    /** Decides a conflict for what is on this page. */
    keepMine(fields: Fields): void {
      if (!conflict) return;
      queue.rebase(conflict.version);
      conflict = undefined;
      queue.add(fields);
      sendNow();
    },
    /** Decides a conflict for the other version; the page is to be loaded anew. */
    takeTheirs(): void {
      disarm();
      // The old page is left now, and must not note its fields once more.
      retired = true;
      conflict = undefined;
      queue.clear();
      show(IDLE);
    },
    /** Ends it, because the next page on the same step goes on with what is left to do. */
    retire(): Copy | undefined {
      disarm();
      retired = true;
      return queue.leftOver();
    },
  };
}
