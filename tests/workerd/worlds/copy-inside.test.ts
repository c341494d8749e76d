import { afterAll, beforeAll, expect, test } from "vitest";
import { s3Requests } from "~/domain/uploads/receiving/s3-requests.server";
import { systemClock } from "~/platform/clock";
import { network } from "~/platform/http-client";
import { BackupFiles } from "../../../workers/backup/backup-files";
import { BucketStore } from "../../../workers/backup/bucket-store";
import { copyByS3 } from "../../../workers/cli/backup/copy-inside";
import { runBackup } from "../../../workers/cli/backup/run-backup";
import { runRestore } from "../../../workers/cli/backup/run-restore";
import { createBackupInstallation } from "../../support/backup-installation";
import { openForFile } from "../../support/open-for-file";
import { type S3Server, startS3Server } from "../../support/s3-server";

const source = await openForFile(createBackupInstallation);
const files = new BackupFiles(new BucketStore(source.backupBucket, "the bucket"));
const now = () => new Date();
const FILES = Array.from({ length: 9 }, (_, n) => [`a/${n} ${n}.wav`, `bytes of ${n}`] as const);

/** What lies in the bucket of the backup, by `/bucket/key`. */
const copied = new Map<string, Buffer>();
let server: S3Server;
beforeAll(async () => {
  for (const [key, bytes] of FILES)
    await source.stores.FILES.put(key, bytes, {
      httpMetadata: { contentType: "audio/wav", contentDisposition: "inline" },
    });
  await runBackup({ stores: source.stores, files, now, keptSnapshots: 1, log: () => undefined });
  for (const { key } of (await source.backupBucket.list({ prefix: "content/" })).objects) {
    const object = await source.backupBucket.get(key);
    copied.set(`/label-backup/${key}`, Buffer.from((await object?.text()) ?? ""));
  }
  server = await startS3Server({
    copySource: (path) => copied.get(path) ?? Buffer.from("no such source"),
  });
});
afterAll(() => server.stop());

async function restoreWith(secretAccessKey: string) {
  const { stores, close } = await createBackupInstallation();
  const lines: string[] = [];
  const access = { ...server, secretAccessKey };
  await runRestore({
    ...{ stores, files, now, log: (line: string) => lines.push(line) },
    copyInside: copyByS3(access, "label-backup", { fetcher: network, clock: systemClock }),
  });
  const passed = (await stores.FILES.list()).objects.map(({ key }) => key);
  await close();
  return { passed, lines };
}

test("within an account R2 copies the files itself, and none passes through this computer", async () => {
  const { passed, lines } = await restoreWith(server.secretAccessKey);
  expect(passed).toEqual([]);
  expect(lines).toContain("9 files");
  const arrived = server.objects().map(({ key, bytes }) => [key, bytes.toString()]);
  expect(arrived.toSorted()).toEqual(FILES.map(([...file]) => file).toSorted());
  const head = { operation: "HeadObject", method: "HEAD", key: FILES[0]?.[0] } as const;
  const { headers } = await s3Requests(server, systemClock, network).send(head);
  expect(headers.get("Content-Type")).toBe("audio/wav");
});

test("with keys that do not open the backup's bucket the files pass through here, and that is told", async () => {
  const { passed, lines } = await restoreWith("another secret");
  expect(passed).toEqual(FILES.map(([key]) => key));
  expect(lines.filter((line) => line.includes("pass through here"))).toHaveLength(1);
});
