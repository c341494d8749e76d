import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BackupFiles } from "../../../workers/backup/backup-files";
import { FolderStore } from "../../../workers/cli/backup/folder-store";
import { openStores } from "../../../workers/cli/backup/open-stores";
import { runBackup } from "../../../workers/cli/backup/run-backup";
import { runRestore } from "../../../workers/cli/backup/run-restore";
import { openSite, runVerify } from "../../../workers/cli/backup/run-verify";
import { migratedState, type RestartingApp, startRestartingApp } from "../../support/app-server";
import { openStoreReader } from "../../support/app-stores";
import { createDraftAt, findDraftRow, songBytes } from "../../support/drafts";
import { quickFolder } from "../../support/quick-folder";
import { Visitor } from "../../support/visitor";

let app: RestartingApp;
const folder = mkdtempSync(join(quickFolder(), "backup-of-app-"));
const files = new BackupFiles(new FolderStore(folder));
const [log, now] = [() => undefined, () => new Date()];
beforeAll(async () => {
  app = await startRestartingApp({ DEV_TOOLS: "1" });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a release. @returns the id of the submission. */
async function submitRelease(artistName: string) {
  const visitor = await createDraftAt("review", { artistName }, new Visitor(app.url));
  const store = openStoreReader(app.url);
  const { id: draftId } = await findDraftRow(store, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  return String(row?.id);
}

const readStaffPage = async (path: string) => (await new Visitor(app.url).send(path)).text();
const findTrack = async (page: string) => {
  const [path = ""] = /\/files\/[^"]+\.wav[^"]*/.exec(page) ?? [];
  return new Uint8Array(
    await (await new Visitor(app.url).send(path.replaceAll("&amp;", "&"))).arrayBuffer(),
  );
};

test("an installation that was destroyed is restored from its backup, and takes submissions again", async () => {
  const sentId = await submitRelease("Before the Fire");
  const halfway = await createDraftAt("about", { artistName: "Half Way" }, new Visitor(app.url));
  await app.halt();

  const first = await openStores({ stateDir: app.stateDir });
  await runBackup({ stores: first.stores, files, now, keptSnapshots: 7, log });
  await first.close();
  rmSync(app.stateDir, { recursive: true });
  await migratedState(app.stateDir);
  const second = await openStores({ stateDir: app.stateDir });
  expect(await runVerify({ stores: second.stores, files })).not.toEqual([]);
  await runRestore({ stores: second.stores, files, now, log });
  await second.close();
  await app.resume();
  // The sweep of the start rests: nothing has changed when it is compared.
  const closed = await new Visitor(app.url).send("/submit");
  expect([closed.status, await closed.text()]).toEqual([
    ...[503, expect.stringContaining("Back in a few minutes")],
  ]);
  await app.halt();
  const third = await openStores({ stateDir: app.stateDir });
  expect(await runVerify({ stores: third.stores, files })).toEqual([]);
  expect(await openSite({ stores: third.stores, files }, undefined, now())).toBe(0);
  await third.close();

  await app.resume();
  const page = await readStaffPage(`/staff/submissions/${sentId}`);
  expect(page).toContain("Before the Fire");
  expect(await findTrack(page)).toEqual(new Uint8Array(songBytes));
  expect(await readStaffPage("/staff?q=Before+the+Fire")).toContain(sentId);
  // A draft that was under way goes on, and a new release is taken.
  const about = { bio: "Songs.", influences: "Low", proNumber: "", intent: "next" };
  await halfway.post("/submit/about", about);
  await halfway.post("/submit/review", { intent: "submit" });
  const nextId = await submitRelease("After the Fire");
  expect(await readStaffPage(`/staff/submissions/${nextId}`)).toContain("After the Fire");
  expect(await readStaffPage("/staff")).toContain("Half Way");
});
