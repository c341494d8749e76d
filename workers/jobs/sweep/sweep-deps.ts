import type { UnansweredLetter } from "~/artists/splits/split-reminders.server";
import type { JobMessage } from "~/jobs/job-message";
import type { Incident } from "~/monitoring/incidents/incident-store.server";
import type { Log } from "~/monitoring/log";
import type { Probe } from "~/monitoring/probe";
import type { Clock } from "~/platform/clock";
import type { DatedName } from "~/platform/credential-ends";
import type { Database } from "~/platform/database.server";
import type { DeletionCalls } from "~/privacy/deletion-steps.server";
import type { EndingDraft } from "~/submission/draft/draft-expiry.server";
import type { ApplyDeps, BoardStatus } from "~/submission/record/board-status.server";
import type { ReceivingDeps } from "~/uploads/receiving/receiving-deps.server";

/** What the sweep judges by, beside what it finds in the database. */
export interface AlertSettings {
  /** Integrations that are asked how they are: an incident of any other is over. */
  names: readonly string[];
  errorsPerHour: number;
  /** Millions of bytes. */
  databaseMb: number;
  /** Thousands of millions of bytes. */
  filesGb: number;
  /** Whether there is a mail server at all. */
  mailIsLive: boolean;
  /** What is known to end, and when. */
  listExpiries: () => Promise<readonly DatedName[]>;
}

/**
 * What the sweep does through others. Each of those that tell somebody must tell them once, however
 * often it is called for the same occasion.
 */
export interface SweepActions {
  /** Tells an artist that the draft ends soon; its end is part of the occasion. */
  warn: (draft: EndingDraft) => Promise<void>;
  /** Every status on the board that may have changed of late. */
  changedStatuses: () => Promise<BoardStatus[]>;
  /** The mail that tells an artist of a change, for the batch that writes the change. */
  statusMail: ApplyDeps["statusMail"];
  /** The account that a change opens, for the same batch. */
  accountPart: ApplyDeps["accountPart"];
  /** Hands jobs that were written to the queue; where this fails, the sweep does so later. */
  sendJobs: (jobIds: string[]) => Promise<void>;
  /** Reminds a songwriter of a letter that went unanswered; the letter names the occasion. */
  remind: (letter: UnansweredLetter) => Promise<void>;
  /** Withdraws agreements at Dropbox Sign that were replaced here. @returns how many. */
  withdrawAgreements: () => Promise<number>;
  /** Tells staff, once each, that something is wrong, or that it is over. */
  notifyIncident: (incident: Incident, event: "opening" | "end") => Promise<unknown>;
  watch: AlertSettings;
  /** Tells staff which replies are overdue, as long as there are any; once a day is enough. */
  alertOverdue: () => Promise<unknown>;
  /** Has mails sent that wait since there was no mail server; none while there is none. */
  sendWaitingMails: () => Promise<number>;
  /** What deletions do through others: see there. */
  deletions: DeletionCalls;
  /** Whether our own stores answer. */
  stores: Readonly<Record<string, Probe>>;
  /** Whether third parties answer: asked every ten minutes, since some of them count every call. */
  thirdParties: Readonly<Record<string, Probe>>;
  /** What is done once one of them answers again that did not, by its name. @returns how many things. */
  onRecovered: Readonly<Partial<Record<string, () => Promise<number>>>>;
}

/** What the sweep works with. */
export interface SweepDeps {
  db: Database;
  uploads: ReceivingDeps;
  queue: Pick<Queue<JobMessage>, "sendBatch">;
  log: Log;
  now: Clock;
  /** The version of this worker; null where it is not known. */
  release: string | null;
  calls: SweepActions;
}

/** One part of the sweep: it fails alone. */
export interface SweepPart {
  name: string;
  /** It runs at most this often; left out, in every sweep. */
  everySeconds?: number;
  /** @returns how many things it has settled. */
  run: () => Promise<number>;
}
