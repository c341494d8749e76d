import type { UnansweredLetter } from "~/domain/artists/splits/split-reminders.server";
import type { DeletionCalls } from "~/domain/privacy/deletion-steps.server";
import type { EndingDraft } from "~/domain/submission/draft/draft-expiry.server";
import type { ArchiveStore } from "~/domain/submission/record/archive/archive-store";
import type { ApplyDeps } from "~/domain/submission/record/board-status.server";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import type { JobMessage } from "~/jobs/job-message";
import type { Probe } from "~/observability/health/health-checks.server";
import type { Incident } from "~/observability/health/incident-store.server";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { DatedName } from "~/platform/credential-ends";
import type { Database } from "~/platform/database.server";
import type { Stores } from "~/services/stores.server";
import type { CopyDeps } from "../../backup/copy-progress";
import type { BoardNews } from "../board-statuses";

/** The settings that the alert rules check against. */
export interface AlertSettings {
  /** Integrations that are checked; incidents of others are closed. */
  names: readonly string[];
  errorsPerHour: number;
  /** Millions of bytes. */
  databaseMb: number;
  /** Thousands of millions of bytes. */
  filesGb: number;
  bucketGb: number;
  /** Hours between copies of everything; 0: none are made. */
  backupHours: number;
  /** Whether there is a mail server at all. */
  mailIsLive: boolean;
  listExpiries: () => Promise<readonly DatedName[]>;
}

/**
 * The actions of the sweep outside the database. One that notifies somebody must do so once per
 * occasion, however often it is called.
 */
export interface SweepActions {
  /** Warns an artist that a draft ends soon, once for each end date. */
  warn: (draft: EndingDraft) => Promise<void>;
  /** Asks the board what has changed, and lists what differs from our statuses. */
  boardNews: () => Promise<BoardNews>;
  /** The statements of the mail to the artist, for the batch that writes the change. */
  statusMail: ApplyDeps["statusMail"];
  /** The statements of the account that a change creates, for the same batch. */
  accountPart: ApplyDeps["accountPart"];
  /** Sends recorded jobs to the queue; where this fails, a later sweep does. */
  sendJobs: Stores["sendJobs"];
  /** Reminds a songwriter of an unanswered letter, once per letter. */
  remind: (letter: UnansweredLetter) => Promise<void>;
  /** Cancels replaced agreements at Dropbox Sign. @returns how many. */
  withdrawAgreements: () => Promise<number>;
  /** Notifies staff, once each, that an incident has opened or closed. */
  notifyIncident: (incident: Incident, event: "opening" | "end") => Promise<unknown>;
  watch: AlertSettings;
  /** Mails staff which replies are overdue, at most once a day. */
  alertOverdue: () => Promise<unknown>;
  /** Requeues mails that were written while there was no mail server. */
  sendWaitingMails: () => Promise<number>;
  deletions: DeletionCalls;
  /** Where the details of closed submissions go after some days; 0 days: never. */
  archive: { store: ArchiveStore; afterDays: number };
  /** What copies of everything work with; undefined: none are made. */
  backup: CopyDeps | undefined;
  /** Checks of our own stores. */
  stores: Readonly<Record<string, Probe>>;
  /** Checks of third parties: every ten minutes, since some of them count every call. */
  thirdParties: Readonly<Record<string, Probe>>;
  /** Pings the watcher outside that HEARTBEAT_URL names, if there is one. */
  pingHeartbeat: () => Promise<unknown>;
  /** Called, by the name of a dependency, once it answers again. */
  onRecovered: Readonly<Partial<Record<string, () => Promise<number>>>>;
}

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

/** One part of the sweep; its failure affects no other. */
export interface SweepPart {
  name: string;
  /** It runs at most this often; if left out, in every sweep. */
  everySeconds?: number | (() => Promise<number>);
  /** @returns how many items it has processed. */
  run: () => Promise<number>;
}
