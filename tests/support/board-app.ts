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
 * A separate app whose requests are those of staff, so that failures of its board do not affect the jobs
 * of other tests.
 */
export async function boardApp() {
  const app: AppServer = await startApp({ build: false, env: { DEV_TOOLS: "1" } });
  const inside = await openAppStores(app);
  const staff = new Visitor(app.url);
  const configureBoard = async (kind: "fail" | "columns", body: object) => {
    const { status } = await staff.json(`/sandbox/monday/${kind}`, body);
    if (status >= 300) throw new Error(`The board does not know ${JSON.stringify(body)}.`);
  };
  const listStored = async <T = Item>(kind: "items" | "updates" | "files") =>
    (await staff.send(`/sandbox/monday/${kind}`)).json() as Promise<T[]>;

  return {
    staff,
    stateDir: app.stateDir,
    config: inside.config,
    rows: inside.rows,
    /** The app's signing secret, which must not appear anywhere. */
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
    /** Submits a release; its job is in the real queue. */
    submitted: async (): Promise<{ id: string; jobId: string }> => {
      const visitor = await createDraftAt("review", {}, new Visitor(app.url));
      const draft = await findDraftRow(inside, visitor);
      expect((await visitor.post("/submit/review", { intent: "submit" })).status).toBe(302);
      const [row] = await inside.rows("SELECT id FROM submissions WHERE draft_id = ?", draft.id);
      const sql = "SELECT id FROM jobs WHERE submission_id = ? AND type = 'sync-board'";
      const [job] = await inside.rows(sql, row?.id);
      return { id: String(row?.id), jobId: String(job?.id) };
    },
    /** Waits until a job is in a state; returns its row. */
    jobIs: (jobId: string, state: string) =>
      pollUntil(async () => {
        const [row] = await inside.rows("SELECT * FROM jobs WHERE id = ?", jobId);
        return row?.state === state ? row : undefined;
      }, 55),
    /** The mail to staff about a failed job. */
    staffMail: (jobId: string) =>
      pollUntil(async () => {
        const sql = "SELECT text_body FROM mail_outbox WHERE dedupe_key LIKE ?";
        const [mail] = await inside.rows(sql, `%job-failed:${jobId}:%`);
        return mail && String(mail.text_body);
      }),
    /** The outcome of each attempt. */
    story: async (jobId: string) => {
      const sql = "SELECT outcome, reason FROM job_events WHERE job_id = ? ORDER BY id";
      const events = await inside.rows(sql, jobId);
      return events.map(({ outcome, reason }) => `${outcome} ${reason}`);
    },
    /** Expects that a submission has one item with one update; returns its id. */
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
