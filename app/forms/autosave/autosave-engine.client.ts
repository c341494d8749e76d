import {
  type Activity,
  currentTyping,
  saveDelay,
  saveRetryDelay,
  stopTimers,
  TIMEOUT_MS,
} from "./autosave-activity";
import { type Put, putStep, type SaveOutcome } from "./autosave-call.client";
import {
  type AutosavePage,
  AutosaveQueue,
  type Copy,
  type CopyStorage,
} from "./autosave-queue.client";
import {
  type AutosaveState,
  type Fields,
  type FlushResult,
  IDLE,
  SIGNED_OUT,
  type StepConflict,
} from "./autosave-state";

interface AutosaveDeps {
  put: Put;
  storage: () => CopyStorage;
  now: () => number;
  /** Like setTimeout; returns the function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void;
  /** Called with the version token that a save was typed over, and the one that it made. */
  onSaved?: (base: string, version: string) => void;
}

/**
 * Saves a step while it is typed: after a pause or at once, never two requests at a time; what
 * cannot be sent is stored in this browser and sent later.
 * An attempt with an unknown outcome is repeated unchanged before anything newer: the server
 * recognizes a repetition, and only so a lost reply differs from a change made elsewhere.
 */
export class AutosaveEngine {
  private readonly queue: AutosaveQueue;
  private readonly listeners = new Set<() => void>();
  private activity: Activity = { name: "resting" };
  private currentState: AutosaveState = IDLE;
  private failures = 0;
  private recovering = false;
  private isPaused = false;
  private waiters: ((result: FlushResult) => void)[] = [];

  constructor(
    private readonly page: AutosavePage,
    private readonly deps: AutosaveDeps,
  ) {
    this.queue = new AutosaveQueue(page, deps.storage, deps.now);
  }

  state(): AutosaveState {
    return this.currentState;
  }

  token(): string {
    return this.queue.token;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  start(pageFields: Fields, backup?: Copy): readonly Fields[] {
    const unsent = this.queue.resume(pageFields, backup);
    this.wake();
    return unsent;
  }

  /** Queues the form as it reads now, to be sent after a pause. */
  schedule(fields: Fields): void {
    const { activity, queue, deps } = this;
    if (activity.name === "retired" || !queue.add(fields)) return;
    if (activity.name === "conflict" || this.failures > 0 || this.isPaused) {
      queue.saveCopy();
      return;
    }
    const since = currentTyping(activity)?.since ?? deps.now();
    stopTimers(this.activity);
    const ms = saveDelay(since, deps.now());
    const typing = { since, stopTimer: deps.schedule(() => this.send(false), ms) };
    if (activity.name === "sending") activity.typing = typing;
    else {
      this.activity = { name: "typing", ...typing };
      this.setState({ phase: "waiting", failing: false });
    }
  }

  /** Sends without waiting, as on blur; a pause after a failure is still kept. */
  flush(): void {
    if (this.failures > 0 || this.isPaused) this.queue.saveCopy();
    else this.wake();
  }

  /**
   * Pauses saving while the form itself is being posted: a save beside it would not know the
   * version token of its answer and look like a conflict.
   */
  setPaused(paused: boolean): void {
    const isOver = this.isPaused && !paused;
    this.isPaused = paused;
    if (isOver) this.flush();
  }

  /** Tries at once, as when the connection is back. */
  wake(): void {
    if (this.queue.isEmpty()) return;
    this.queue.saveCopy();
    this.send(true);
  }

  flushAndWait(): Promise<FlushResult> {
    this.wake();
    const { activity } = this;
    const isSending = activity.name === "retired" ? activity.sending : activity.name === "sending";
    if (!isSending) return Promise.resolve(this.flushResult());
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  rebase(version: string): void {
    this.queue.rebase(version);
  }

  /**
   * Another tab or device has saved the step: the artist chooses before it is overwritten.
   * @param askedToken the page's token when the server was asked; a save since then explains the rest.
   */
  hearStored(stored: StepConflict, askedToken: string | undefined): void {
    const { activity, queue } = this;
    if (["sending", "conflict", "retired"].includes(activity.name) || this.isPaused) return;
    if (queue.token !== askedToken || stored.version === queue.token) return;
    stopTimers(activity);
    this.activity = { name: "conflict", conflict: stored };
    this.setState({ phase: "conflict", ...stored, isUnchanged: queue.isEmpty() });
  }

  /** Resolves a conflict with this page's version. */
  keepMine(fields: Fields): void {
    if (this.activity.name !== "conflict") return;
    this.queue.rebase(this.activity.conflict.version);
    this.activity = { name: "resting" };
    this.queue.add(fields);
    this.wake();
  }

  /** Resolves a conflict with the other version; the page has to be reloaded. */
  takeTheirs(): void {
    // The old page must not queue its fields again.
    this.retire();
    this.queue.clear();
    this.setState(IDLE);
  }

  /** Stops and clears everything, because the artist signed out. */
  discard(): void {
    this.takeTheirs();
    this.setState({ phase: "refused", text: SIGNED_OUT });
  }

  /**
   * Stops, because the next page on this step continues.
   * @param pageVersion the version token of that page.
   * @returns what that page lacks.
   */
  retire(pageVersion?: string): Copy | undefined {
    stopTimers(this.activity);
    if (this.activity.name !== "retired")
      this.activity = { name: "retired", sending: this.activity.name === "sending" };
    return this.queue.copyForNextPage(pageVersion);
  }

  private setState(next: AutosaveState): void {
    this.currentState = next;
    for (const listener of this.listeners) listener();
  }

  private send(hurry: boolean): void {
    const { activity, queue } = this;
    stopTimers(this.activity);
    if (activity.name === "sending") {
      this.activity = { name: "sending", hurry: hurry || activity.hurry };
      return;
    }
    if (activity.name === "conflict" || activity.name === "retired") return;
    queue.saveCopy();
    const fields = queue.takeNext();
    this.activity = fields ? { name: "sending", hurry } : { name: "resting" };
    if (fields) void this.attempt(fields);
  }

  private async attempt(fields: Fields): Promise<void> {
    const { deps, page } = this;
    if (this.failures === 0) this.setState({ phase: "saving" });
    const stop = new AbortController();
    const stopClock = deps.schedule(() => stop.abort(), TIMEOUT_MS);
    const outcome = await putStep(
      deps.put,
      page.path ?? `/api/drafts/current/${page.step}`,
      fields,
      stop.signal,
    );
    stopClock();
    if (outcome.kind === "saved") this.onSaved(outcome.version);
    else if (this.activity.name !== "retired") this.onFailed(outcome);
    if (this.activity.name === "sending") return;
    if (this.activity.name === "retired") this.activity = { name: "retired", sending: false };
    for (const resolve of this.waiters) resolve(this.flushResult());
    this.waiters = [];
  }

  private onSaved(version: string): void {
    const { activity, queue } = this;
    this.failures = 0;
    this.deps.onSaved?.(queue.token, version);
    queue.markSaved(version);
    if (activity.name === "retired") return;
    if (queue.isEmpty()) {
      if (activity.name === "sending") this.activity = { name: "resting" };
      this.setState({ phase: "saved", savedAt: this.deps.now(), recovered: this.recovering });
      this.recovering = false;
    } else if (activity.name === "sending") {
      const { hurry, typing } = activity;
      this.activity = typing ? { name: "typing", ...typing } : { name: "resting" };
      if (typing && !hurry) this.setState({ phase: "waiting", failing: false });
      else this.send(hurry);
    }
  }

  private onFailed(outcome: Exclude<SaveOutcome, { kind: "saved" }>): void {
    const { deps } = this;
    stopTimers(this.activity);
    if (outcome.kind === "offline" || outcome.kind === "again") {
      const waitMs = outcome.kind === "again" ? outcome.afterMs : undefined;
      const ms = saveRetryDelay(this.failures, waitMs);
      this.failures += 1;
      this.recovering = true;
      this.activity = { name: "retrying", stopTimer: deps.schedule(() => this.send(false), ms) };
      const isServerBusy = outcome.kind === "again";
      this.setState(isServerBusy ? { phase: "waiting", failing: true } : { phase: "offline" });
      return;
    }
    this.failures = 0;
    this.queue.releaseHead();
    if (outcome.kind === "conflict") {
      const { version, savedAt } = outcome;
      const conflict = { version, savedAt };
      this.activity = { name: "conflict", conflict };
      this.setState({ phase: "conflict", ...conflict });
    } else {
      this.activity = { name: "resting" };
      this.setState({ phase: "refused", text: outcome.text, noDraft: outcome.noDraft });
    }
  }

  private flushResult(): FlushResult {
    if (this.activity.name === "conflict") return "conflict";
    if (this.queue.isEmpty()) return "saved";
    return this.currentState.phase === "refused" ? "refused" : "offline";
  }
}
