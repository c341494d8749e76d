import { eq, sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { takeBoardEvent } from "~/api/board-events";
import type { BoardLinks } from "~/domain/board/board";
import { submissions } from "~/domain/submission/submission-tables.server";
import { openBoard } from "~/integrations/board/board-setup.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Clock } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { readBoardNews } from "../../workers/jobs/board-statuses";
import { jobRows } from "../../workers/jobs/job-rows";
import { readBoardStatus } from "../../workers/jobs/read-board-status";
import { runJob } from "../../workers/jobs/run-job";
import { setBoardStatus } from "../../workers/jobs/set-board-status";
import { runParts } from "../../workers/jobs/sweep";
import type { SweepDeps } from "../../workers/jobs/sweep/sweep-deps";
import { sweepParts } from "../../workers/jobs/sweep/sweep-parts";
import { fileLinks, submissionStore, syncBoard } from "../../workers/jobs/sync-board";
import { monday } from "../../workers/sandbox/monday";
import { createMondayTables } from "../../workers/sandbox/monday-store";
import { createBoardFixture } from "../support/board-fixture";
import { noopSweepActions } from "../support/jobs-fixture";
import { permissiveMailRules } from "../support/mail-fixture";
import { noopRunContext } from "../support/noop-run-context";

const SITE = permissiveMailRules.site;
const SECRET = "the signing secret of the board's app";
/** The parts of the sweep that may call the board. */
const PARTS = ["board", "board-check", "third-parties-again"];
const brand = { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 };

/** The portal's own code of the board over its sandbox, at a time that is told. */
export async function openBoardWorld(now: Clock, linksOf: (id: string) => Partial<BoardLinks>) {
  const fixture = await createBoardFixture(now);
  const { db, log, sandboxDb } = fixture;
  await createMondayTables(sandboxDb);
  const calls: string[] = [];
  const send = async (request: Request) => {
    calls.push(/(?:query|mutation) (\w+)/.exec(await request.clone().text())?.[1] ?? "file");
    return monday(request, sandboxDb, now);
  };
  const connection = {
    state: "sandbox" as const,
    client: { send, token: "sandbox", now },
    boardId: "1",
  };
  const config = { get: async () => null, put: async () => {} };
  const { board, boardSetup } = openBoard(connection, { db, config, log });
  if (!board) throw new Error("There is no board.");
  const nothing = { jobId: "none", statements: [] };
  const desk = {
    ...{ db, log, board, boardSetup, site: SITE, clock: now, ids: randomIds },
    settings: { MONDAY_SIGNING_SECRET: SECRET },
    scope: { requestId: "bench" },
    mail: { brand, rules: permissiveMailRules },
    artists: { accounts: { senderOf: async () => undefined } },
    sendJobs: async () => {},
  };
  const sync = syncBoard({
    submissions: submissionStore(db),
    links: fileLinks(SITE, { secret: "s".repeat(32), keys: [] }),
    clips: async (id) => linksOf(id).clips ?? [],
    folder: async (id) => linksOf(id).folder,
    details: async ({ id }) => linksOf(id).details,
    areComing: ({ id }) => linksOf(id).folder === undefined,
    open: async () => undefined,
    ...{ board, log, now },
  });
  const set = setBoardStatus({ db, board, now });
  const context = {
    ...noopRunContext,
    ...{ rows: jobRows(db, now), log, now, random: () => 0.5 },
    findHandler: (type: string) =>
      ({
        "sync-board": sync,
        "set-board-status": set,
        "read-board-status": {
          run: (topic: { submissionId: string }) =>
            readBoardStatus(topic, desk as unknown as Parameters<typeof readBoardStatus>[1]),
        },
      })[type] as ReturnType<Parameters<typeof runJob>[0]["findHandler"]>,
  };
  const sweepDeps = {
    ...{ db, log, now, release: null, uploads: fixture.uploads },
    calls: {
      ...noopSweepActions,
      statusMail: async () => nothing,
      thirdParties: { board: board.check },
      boardNews: readBoardNews({ db, board, now }),
    },
  } as unknown as SweepDeps;
  const parts = sweepParts(sweepDeps, 60).filter(({ name }) => PARTS.includes(name));

  /** Runs the jobs of the board that are due, as the queue brings them. */
  async function runDueJobs(): Promise<void> {
    const due = await db.all<{ id: string }>(sql`SELECT id FROM jobs
      WHERE state = 'waiting' AND coalesce(due_at, '') <= ${now().toISOString()}
        AND type IN ('sync-board', 'set-board-status', 'read-board-status') ORDER BY id`);
    for (const { id } of due) {
      const outcome = await runJob(context, id);
      if (outcome.kind === "failed") throw new Error(`A job has failed: ${outcome.reason}.`);
    }
  }

  return {
    ...{ db, sandboxDb, board, calls, runDueJobs },
    /** Runs what the sweep asks the board, where it is due. */
    sweep: () => runParts(sweepDeps, parts),
    /** Sends the event of a column, as the board does. */
    async tell(itemId: string, columnId: string, value: unknown): Promise<void> {
      const url = `${SITE}/api/monday/webhook`;
      const token = await new SignJWT({ accountId: 1 })
        .setProtectedHeader({ alg: "HS256" })
        .setAudience(url)
        .setExpirationTime(new Date(now().getTime() + 300_000))
        .sign(new TextEncoder().encode(SECRET));
      const event = { boardId: 1, pulseId: Number(itemId), columnId, value };
      const headers = { "Content-Type": "application/json", Authorization: token };
      const request = new Request(url, {
        method: "POST",
        headers,
        body: JSON.stringify({ event }),
      });
      const [call, portal] = [request, desk] as unknown as Parameters<typeof takeBoardEvent>;
      const reply = await takeBoardEvent(call, portal);
      if (!reply.ok) throw new Error(`An event was answered ${reply.status}.`);
    },
    /** Decides in the portal: the row as a decision leaves it, with its job. */
    async decide(id: string, status: string, reason?: string): Promise<void> {
      const at = now().toISOString();
      const entry = JSON.stringify({ status, at, reason, id: randomIds.next(now()) });
      const statusHistory = sql`json_insert(${submissions.statusHistory}, '$[#]', json(${entry}))`;
      await db.update(submissions).set({ status, statusHistory }).where(eq(submissions.id, id));
      const job = { id: randomIds.next(now()), type: "set-board-status", createdAt: at };
      await db.insert(jobs).values({ ...job, submissionId: id, subject: job.id, updatedAt: at });
    },
    close: fixture.close,
  };
}
