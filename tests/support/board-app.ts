import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type AppServer, startApp } from "./app-server";
import { openAppStores, pollUntil } from "./app-stores";
import { createDraftAt, findDraftRow } from "./drafts";
import { Visitor } from "./visitor";

interface Item {
  id: string;
  /** Of an update or a file: the item it belongs to. */
  item_id: string;
  column_values: { submission_id?: string };
}

/**
 * An app of its own, whose calls are those of staff: what its board is told to do must not meet the
 * jobs of other tests.
 */
export async function boardApp() {
  const app: AppServer = await startApp({ build: false, env: { DEV_TOOLS: "1" } });
  const inside = await openAppStores(app);
  const staff = new Visitor(app.url);
  const configureBoard = (kind: "fail" | "columns", body: object) =>
    staff.json(`/sandbox/monday/${kind}`, body);
  const listStored = async <T = Item>(kind: "items" | "updates" | "files") =>
    (await staff.send(`/sandbox/monday/${kind}`)).json() as Promise<T[]>;

  return {
    staff,
    stateDir: app.stateDir,
    config: inside.config,
    rows: inside.rows,
    /** What the app signs with: nobody is to read it. */
    secret: () => readFileSync(join(app.stateDir, "signing-secret"), "utf8").trim(),
    look: inside,
    /** Everything the workers have printed so far. */
    output: app.output,
    tell: configureBoard,
    held: listStored,
    reset: async () => {
      await configureBoard("fail", { mode: "none" });
      await configureBoard("columns", { removed: [] });
    },
    /** A submission as an artist hands it in; its job is under way in the real queue. */
    submitted: async (): Promise<{ id: string; jobId: string }> => {
      const visitor = await createDraftAt("review", {}, new Visitor(app.url));
      const draft = await findDraftRow(inside, visitor);
      expect((await visitor.post("/submit/review", { intent: "submit" })).status).toBe(302);
      const [row] = await inside.rows("SELECT id FROM submissions WHERE draft_id = ?", draft.id);
      const sql = "SELECT id FROM jobs WHERE submission_id = ? AND type = 'sync-board'";
      const [job] = await inside.rows(sql, row?.id);
      return { id: String(row?.id), jobId: String(job?.id) };
    },
    /** The row of a job, once it is in that state. */
    jobIs: (jobId: string, state: string) =>
      pollUntil(async () => {
        const [row] = await inside.rows("SELECT * FROM jobs WHERE id = ?", jobId);
        return row?.state === state ? row : undefined;
      }, 55),
    /** The mail that told staff of a job that has failed. */
    staffMail: (jobId: string) =>
      pollUntil(async () => {
        const sql = "SELECT text_body FROM mail_outbox WHERE dedupe_key LIKE ?";
        const [mail] = await inside.rows(sql, `%job-failed:${jobId}:%`);
        return mail && String(mail.text_body);
      }),
    /** What became of each attempt. */
    story: async (jobId: string) => {
      const sql = "SELECT outcome, reason FROM job_events WHERE job_id = ? ORDER BY id";
      const events = await inside.rows(sql, jobId);
      return events.map(({ outcome, reason }) => `${outcome} ${reason}`);
    },
    /** The one item of a submission, known to it, with one update. */
    theOne: async (id: string): Promise<string> => {
      const items = (await listStored("items")).filter(
        ({ column_values: v }) => v.submission_id === id,
      );
      expect(items).toHaveLength(1);
      const [item] = items;
      const [row] = await inside.rows("SELECT monday_item_id FROM submissions WHERE id = ?", id);
      expect(row?.monday_item_id).toBe(item?.id);
      const updates = (await listStored("updates")).filter(
        ({ item_id: itemId }) => itemId === item?.id,
      );
      expect(updates).toHaveLength(1);
      return item?.id ?? "";
    },
    close: async () => {
      await inside.close();
      await app.stop();
    },
  };
}
export type BoardApp = Awaited<ReturnType<typeof boardApp>>;
