import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDrill, writeDrill } from "~/observability/health/restore-drill.server";
import { BackupFiles } from "../../../workers/backup/backup-files";
import { FolderStore } from "../../../workers/cli/backup/folder-store";
import { openThrowaway } from "../../../workers/cli/backup/open-throwaway";
import { runBackup } from "../../../workers/cli/backup/run-backup";
import { runDrill } from "../../../workers/cli/backup/run-drill";
import { createBackupInstallation } from "../../support/backup-installation";
import { openForFile } from "../../support/open-for-file";
import { quickFolder } from "../../support/quick-folder";

const root = mkdtempSync(join(quickFolder(), "drill-"));
const files = new BackupFiles(new FolderStore(root));
const { stores } = await openForFile(createBackupInstallation);
const log = () => undefined;
let time = Date.parse("2026-11-28T00:00:00.000Z");
/** Every look at the clock takes a minute. */
const now = () => {
  time += 60_000;
  return new Date(time);
};

beforeAll(async () => {
  await stores.DB.exec(
    "INSERT INTO waiting_list (id, listen_link, artist_data, status_history, reference, artist_name, email, reply_due_at, created_at, updated_at) VALUES ('W', 'https://example.com', '{}', '[]', 'W', 'Ada', 'ada@example.com', 'x', 'x', 'x')",
  );
  await stores.FILES.put("a/track.wav", "RIFF");
  await runBackup({ stores, files, now, keptSnapshots: 1, log });
  time = Date.parse("2026-11-28T05:00:00.000Z");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A drill in memory, and how many installations it has left behind. */
async function drill() {
  let openCount = 0;
  const openEmpty = async () => {
    const { stores: empty, close } = await createBackupInstallation();
    openCount += 1;
    return {
      stores: empty,
      async destroy() {
        openCount -= 1;
        await close();
      },
    };
  };
  const result = await runDrill({ files, openThrowaway: openEmpty, now, log }).catch(
    (error: Error) => error.message,
  );
  return { result, openCount };
}

test("a drill restores, compares and destroys, and says how old the copy was and how long it took", async () => {
  const { result, openCount } = await drill();
  expect(openCount).toBe(0);
  expect(result).toMatchObject({
    ...{ at: "2026-11-28T05:01:00.000Z", copyAt: "2026-11-28T00:01:00.000Z" },
    ...{ files: 1, bytes: 4, differences: 0, found: [] },
  });
  if (typeof result === "string") throw new Error(result);
  expect(result.restoreSeconds).toBeGreaterThan(0);
  expect(result.verifySeconds).toBe(60);
  const { found: _, ...record } = result;
  expect(await readDrill(stores.CONFIG)).toBeUndefined();
  await writeDrill(stores.CONFIG, record);
  expect(await readDrill(stores.CONFIG)).toEqual(record);
  await stores.CONFIG.put("restore-drill", "{");
  expect(await readDrill(stores.CONFIG)).toBeUndefined();
});

test("a drill finds bytes that are not those that were copied, and leaves nothing behind", async () => {
  const [content = ""] = readdirSync(join(root, "content"), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  writeFileSync(content, "RIFX");
  expect(await drill()).toMatchObject({
    result: { differences: 1, found: ["The file a/track.wav has other bytes."] },
    openCount: 0,
  });
  rmSync(content);
  expect(await drill()).toMatchObject({ result: expect.stringContaining("ENOENT"), openCount: 0 });
});

test("on an account a throwaway installation is made of its own name, and goes with all that it holds", async () => {
  const calls: string[] = [];
  const made = new Set<string>();
  const wrangler = async (...args: string[]) => {
    const call = args.join(" ");
    calls.push(call);
    if (/ create /.test(call)) made.add(args.at(-1) ?? "");
    if (call === "d1 list --json")
      return JSON.stringify(made.has("drill-1") ? [{ name: "drill-1", uuid: "D" }] : []);
    if (call === "kv namespace list")
      return JSON.stringify([...made].map((title) => ({ title, id: `id of ${title}` })));
    return "";
  };
  const { stores: empty, close } = await createBackupInstallation();
  const throwaway = await openThrowaway(wrangler, "drill-1", async () => ({
    ...{ stores: empty, backupBucket: undefined },
    close: async () => void calls.push("closed"),
  }));
  for (let n = 0; n < 1_100; n++) await throwaway.stores.FILES.put(`a/${n}`, "x");
  const before = calls.length;
  await throwaway.destroy();
  expect(calls.slice(0, before)).toContain(
    "d1 migrations apply DB --remote -c wrangler.drill-1.toml --env production",
  );
  expect(calls.slice(before)).toEqual([
    "closed",
    "r2 bucket delete drill-1-files",
    "kv namespace delete --namespace-id id of drill-1-config --skip-confirmation",
    "kv namespace delete --namespace-id id of drill-1-tokens --skip-confirmation",
    "d1 delete drill-1 --skip-confirmation",
  ]);
  expect((await empty.FILES.list()).objects).toEqual([]);
  expect(readdirSync(".").filter((name) => name.includes("drill-1"))).toEqual([]);
  await close();
});
