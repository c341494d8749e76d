import { eq } from "drizzle-orm";
import * as v from "valibot";
import { api } from "~/api/router";
import { waitingList } from "~/domain/access/entry-tables.server";
import { type InvitationForm, invitationFormSchema } from "~/domain/access/link-forms";
import { joinWaitingList } from "~/domain/access/waiting-list.server";
import { waitingPrefill } from "~/domain/access/waiting-prefill.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { mailStatements } from "~/domain/mail/outbox.server";
import { boardChangeMail } from "~/domain/mail/status-mail";
import { findReviewItem } from "~/domain/review/queue.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { makeInvitation, stopLink } from "~/features/staff/links/staff-links.server";
import { decideItem } from "~/features/staff/review/review-desk.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { readBoardNews } from "../../workers/jobs/board-statuses";
import { setBoardStatus } from "../../workers/jobs/set-board-status";
import { pullBoardStatuses } from "../../workers/jobs/sweep/board-part";
import type { SweepDeps } from "../../workers/jobs/sweep/sweep-deps";
import { alertOverdueReplies } from "../../workers/jobs/sweep/sweep-parts";
import { submissionStore, syncBoard } from "../../workers/jobs/sync-board";
import { syncEntry } from "../../workers/jobs/sync-waiting-list";
import { staffPrincipal } from "./accounts";
import { createCompleteDraft } from "./complete-draft";
import type { ScheduleOperation } from "./interleaving";
import { noopSweepActions } from "./jobs-fixture";
import { permissiveMailRules } from "./mail-fixture";
import { memoryBoard } from "./memory-board";
import { createRaceFixture, createRequest } from "./race-fixture";

const brand = { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 };
const runAtOnce: ScheduleOperation = (operation) => operation();
const renew = async () => {};
const now = () => new Date();

/** The site's handlers, jobs and a board, for an entry and a submission that share an item. */
export async function createSharedItemFixture() {
  const race = await createRaceFixture();
  const { board, items, label } = memoryBoard(now);
  const { db } = race.deps;
  const log = () => {};
  const jobSubject = (subject: string) => ({ jobId: "J", submissionId: null, subject, renew });
  const createPortal = (schedule: ScheduleOperation) => {
    const portal = race.portalFor(createRequest("/staff", { cookie: "" }), schedule);
    return { ...portal, board };
  };
  const findEntryRow = async (id: string) =>
    (await db.select().from(waitingList).where(eq(waitingList.id, id)))[0];
  const findSubmissionRow = async (id: string) =>
    (await db.select().from(submissions).where(eq(submissions.id, id)))[0];
  let serial = 0;

  return {
    db,
    portalOf: createPortal,
    entry: findEntryRow,
    submission: findSubmissionRow,
    close: () => race.close(),
    /** Adds an entry of the waiting list. */
    async joined() {
      serial += 1;
      const entryData = {
        artistName: "Sigrid Vale",
        email: `sigrid${serial}@example.com`,
        listenLink: `https://soundcloud.com/sigrid/${serial}`,
      };
      const createdAt = now();
      const recordOptions = { requestId: "R", perDay: 1_000, replyDueAt: addDays(createdAt, 14) };
      const joinResult = await joinWaitingList(db, entryData, {
        ids: randomIds,
        now: createdAt,
        ...recordOptions,
      });
      if (typeof joinResult === "string") throw new Error("The list is full.");
      return { id: joinResult.entry.id };
    },
    /** Runs the job that writes an entry to the board, and finishes its row. */
    async syncEntry(id: string) {
      const result = await syncEntry({ db, board, log }).run(jobSubject(id));
      await db
        .update(jobs)
        .set({ state: result.kind === "done" ? "done" : "waiting" })
        .where(eq(jobs.subject, id));
      return result;
    },
    /** Runs the job that writes a submission to the board. */
    syncSubmission: (submissionId: string) =>
      syncBoard({
        submissions: submissionStore(db),
        board,
        log,
        now,
        links: async () => "https://submit.example.com/files/x",
        open: async () => new Response("RIFF").body ?? undefined,
        clips: async () => [],
        folder: async () => undefined,
        details: async () => undefined,
        areComing: () => false,
      }).run({ jobId: "J", submissionId, subject: "", renew }),
    /** Invites an entry, as staff do by 'Invite'. */
    async invite(id: string, schedule = runAtOnce) {
      const form = await waitingPrefill(db, id);
      if (!form) throw new Error("There is no such entry.");
      return makeInvitation(createPortal(schedule), staffPrincipal, form);
    },
    /** Invites by the form, as staff do by hand. */
    inviteByHand: (form: Partial<InvitationForm>) =>
      makeInvitation(
        createPortal(runAtOnce),
        staffPrincipal,
        v.parse(invitationFormSchema, { artistName: "Sigrid", ...form }),
      ),
    stop: (id: string) =>
      stopLink(createPortal(runAtOnce), staffPrincipal, { kind: "invited", id }),
    /** Submits by the invitation. @returns the submission's id; undefined where it is refused. */
    async submit(linkId: string, schedule = runAtOnce) {
      const { cookie, draftId } = await createCompleteDraft(race, { entry: "invited", linkId });
      const body = new URLSearchParams({ intent: "confirm" });
      const request = createRequest("/api/submission/record", { cookie, method: "POST", body });
      await api.fetch(request, race.portalFor(request, schedule));
      const [row] = await db.select().from(submissions).where(eq(submissions.draftId, draftId));
      return row?.id;
    },
    /** Decides on the revision that staff have seen. */
    async decides(
      id: string,
      status: "pending" | "approved" | "rejected" | "processing",
      { revision, schedule = runAtOnce }: { revision?: number; schedule?: ScheduleOperation } = {},
    ) {
      const portal = createPortal(schedule);
      const seenItem = { id, revision: revision ?? (await findReviewItem(db, id))?.revision ?? -1 };
      return decideItem(portal, staffPrincipal, {
        decision: { status, reason: "So." },
        seen: seenItem,
      });
    },
    /** Runs the job that writes a decision to the board. */
    tellBoard: (submissionId: string) =>
      setBoardStatus({ db, board, now }).run({
        jobId: "J",
        submissionId,
        subject: "x",
        renew,
      }),
    /** Runs the sweep's part that applies statuses of the board. */
    async sweep() {
      const calls = {
        boardNews: readBoardNews({ db, board, now }),
        statusMail: (
          change: Parameters<typeof boardChangeMail>[0],
          condition: Parameters<SweepDeps["calls"]["statusMail"]>[1],
          now: Date,
        ) =>
          mailStatements(
            db,
            boardChangeMail(change, brand, permissiveMailRules.site),
            permissiveMailRules,
            {
              now: now,
              ids: randomIds,
              when: condition,
            },
          ),
        accountPart: async () => ({ jobIds: [], statements: [] }),
        sendJobs: async () => {},
      };
      return pullBoardStatuses({ db, log, now, calls } as unknown as SweepDeps);
    },
    /** Runs the sweep's alert of overdue replies at a time. */
    tellOverdue: (time: Date) =>
      alertOverdueReplies({
        db,
        log,
        now: () => time,
        calls: noopSweepActions,
      } as unknown as SweepDeps),
    /** Changes a status on the board, as staff do. */
    label: (itemId: string, status: string, time = now()) => label(itemId, status, "", time),
    items: () => [...items.values()],
    /** The status of an item on the board. */
    shown: (itemId: string | null | undefined) => items.get(itemId ?? "")?.status,
    /** The mails about statuses of a submission or an entry. */
    async mails(id: string) {
      const outboxRows = await db.select().from(mailOutbox).where(eq(mailOutbox.submissionId, id));
      return outboxRows.filter(({ kind }) => kind === "status-change");
    },
  };
}
