import type { JobMessage } from "~/jobs/message";
import type { Log } from "~/monitoring/log";
import type { Probe } from "~/monitoring/probe";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { EndingDraft } from "~/submission/draft/draft-expiry.server";
import type { BoardStatus, StatusChange } from "~/submission/record/submission-status.server";
import type { ReceivingDeps } from "~/uploads/receiving/receiving-deps.server";

/**
 * What the sweep does through others. Each of those that tell somebody must tell them once, however
 * often it is called for the same occasion.
 */
export interface SweepCalls {
  /** Tells an artist that the draft ends soon; its end is part of the occasion. */
  warn: (draft: EndingDraft) => Promise<void>;
  /** Every status on the board that may have changed of late. */
  changedStatuses: () => Promise<BoardStatus[]>;
  /** Tells an artist of a change; submission and number name the occasion. */
  tellStatus: (change: StatusChange) => Promise<void>;
  /** Tells staff which replies are overdue, as long as there are any; once a day is enough. */
  tellOverdue: () => Promise<unknown>;
  /** Has mails sent that wait since there was no mail server; none while there is none. */
  sendWaiting: () => Promise<number>;
  /** Whether our own stores answer. */
  stores: Readonly<Record<string, Probe>>;
  /** Whether third parties answer: asked once an hour, since some of them count every call. */
  thirdParties: Readonly<Record<string, Probe>>;
}

/** What the sweep works with. */
export interface SweepDeps {
  db: Database;
  uploads: ReceivingDeps;
  queue: Pick<Queue<JobMessage>, "sendBatch">;
  log: Log;
  now: Clock;
  calls: SweepCalls;
}

/** One part of the sweep: it fails alone. */
export interface SweepPart {
  name: string;
  /** It runs at most this often; left out, in every sweep. */
  everySeconds?: number;
  /** @returns how many things it has settled. */
  run: () => Promise<number>;
}
