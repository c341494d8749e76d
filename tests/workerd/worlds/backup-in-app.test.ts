import { afterAll, beforeAll, expect, test } from "vitest";
import { BackupFiles } from "../../../workers/backup/backup-files";
import { BucketStore } from "../../../workers/backup/bucket-store";
import { openStores } from "../../../workers/cli/backup/open-stores";
import { runVerify } from "../../../workers/cli/backup/run-verify";
import { type RestartingApp, startRestartingApp } from "../../support/app-server";
import { openStoreReader } from "../../support/app-stores";
import { createDraftAt } from "../../support/drafts";
import { Visitor } from "../../support/visitor";

let app: RestartingApp;
beforeAll(async () => {
  app = await startRestartingApp({ DEV_TOOLS: "1", BACKUP_HOURS: "24" });
});
afterAll(() => app.stop());

test("the jobs worker itself copies everything into its second bucket", async () => {
  await createDraftAt("review", {}, new Visitor(app.url));
  const store = openStoreReader(app.url);
  const sweep = () => new Visitor(app.url).json("/sandbox/sweep", { only: ["backup"] });
  const isFinished = async () => {
    await sweep();
    return (
      (await store.rows("SELECT id FROM backup_runs WHERE finished_at IS NOT NULL")).length > 0
    );
  };
  // The sweep of the start may have begun one without the draft.
  await expect.poll(isFinished, { timeout: 60_000 }).toBe(true);
  await store.rows("DELETE FROM backup_runs RETURNING id");
  await expect.poll(isFinished, { timeout: 60_000 }).toBe(true);
  // While a backup is being restored the sweep rests, so that it changes nothing.
  await store.rows("DELETE FROM backup_runs RETURNING id");
  await store.rows(
    "INSERT INTO restorations (id, snapshot, phase, triggers, lease_until, started_at) VALUES (1, 'x', 'verify', '[]', 'x', 'x') RETURNING id",
  );
  await sweep();
  expect(await store.rows("SELECT id FROM backup_runs")).toEqual([]);
  await store.rows("DELETE FROM restorations RETURNING id");
  await app.halt();
  const { stores, backupBucket, close } = await openStores(
    { stateDir: app.stateDir },
    "artist-portal-backup",
  );
  if (!backupBucket) throw new Error("There is no bucket for copies.");
  const files = new BackupFiles(new BucketStore(backupBucket, "the bucket for copies"));
  expect(await runVerify({ stores, files })).toEqual([]);
  await close();
});
