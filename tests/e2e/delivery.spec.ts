import { createHash } from "node:crypto";
import { staffMember } from "../support/accounts";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader } from "../support/app-stores";
import { announceApp } from "../support/app-under-test";
import { expect, test, withAndWithoutScript } from "../support/journey";
import {
  completeDetails,
  nextEan,
  nextIsrc,
  releaseInProgress,
} from "../support/published-release";
import { startS3Server } from "../support/s3-server";
import { startSftpServer } from "../support/sftp-server";
import { openDraftInBrowser } from "../support/wizard";

/* In apps of their own, whose distributor has a bucket on an S3 server, or a folder on an SFTP server. */

interface Distributor {
  /** The settings of the app. */
  env: Record<string, string>;
  files: () => { key: string; bytes: Buffer }[];
  stop: () => Promise<void>;
}

async function bucket(): Promise<Distributor> {
  const { endpoint, bucket, accessKeyId, secretAccessKey, objects, stop } = await startS3Server();
  const env = {
    ...{ DELIVERY_S3_ENDPOINT: endpoint, DELIVERY_S3_BUCKET: bucket },
    ...{ DELIVERY_S3_ACCESS_KEY_ID: accessKeyId, DELIVERY_S3_PREFIX: "inbox" },
    DELIVERY_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return { env, files: objects, stop };
}

async function folder(): Promise<Distributor> {
  const { connection, paths, read, stop } = await startSftpServer();
  const env = {
    ...{ DELIVERY_SFTP_HOST: connection.host, DELIVERY_SFTP_PORT: String(connection.port) },
    ...{ DELIVERY_SFTP_USERNAME: connection.username, DELIVERY_SFTP_FOLDER: "inbox" },
    ...{ DELIVERY_SFTP_PASSWORD: connection.password, DELIVERY_SFTP_HOST_KEY: connection.hostKey },
  };
  return { env, files: () => paths().map((key) => ({ key, bytes: read(key) })), stop };
}

function deliversTo(open: () => Promise<Distributor>): void {
  let distributor: Distributor;
  let app: AppServer;
  let restore: () => void;

  test.beforeAll(async () => {
    distributor = await open();
    app = await startApp({ build: false, env: distributor.env });
    restore = announceApp(app);
  });
  test.afterAll(async () => {
    restore?.();
    await app?.stop();
    await distributor?.stop();
  });

  test("staff deliver a release to the distributor, once, with the hashes of its files", async ({
    page,
    context,
  }) => {
    const { id, path, visitor } = await releaseInProgress();
    const staff = await staffMember("Dana Deck");
    await openDraftInBrowser(context, staff);
    await page.goto(`${app.url}/staff/delivery/${id}`);
    await expect(page.getByText("its ISRC")).toBeVisible();
    await expect(page.getByRole("button", { name: "Deliver package" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Deliver message" })).toHaveCount(0);
    const upc = nextEan();
    const codes = { upc, assignUpc: "", "tracks[0].isrc": nextIsrc() };
    await visitor.post(path, completeDetails({ ...codes, intent: "send" }));
    await page.reload();
    await page.getByRole("button", { name: "Deliver message" }).click();
    await expect(page.getByText("We're delivering it.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Deliver message" })).toHaveCount(0);
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByText("Delivered", { exact: true }).count();
      })
      .toBe(1);
    const files = await openStoreReader().rows(
      "SELECT file.value ->> 'sha256' AS hash FROM submissions, json_each(files) AS file WHERE submissions.id = ?",
      id,
    );
    const delivered = distributor.files().filter(({ key }) => key.includes(upc));
    expect(delivered.map(({ key }) => key.replace(/_\d{17}/, "")).sort()).toEqual([
      `inbox/N_${upc}/${upc}.xml`,
      `inbox/N_${upc}/resources/${upc}_T1.wav`,
      `inbox/N_${upc}/resources/${upc}_T2.jpg`,
    ]);
    const hashes = delivered.map(({ bytes }) => createHash("sha256").update(bytes).digest("hex"));
    expect(hashes).toEqual(expect.arrayContaining(files.map(({ hash }) => hash)));
  });
}

withAndWithoutScript(() => deliversTo(bucket));
test.describe("by SFTP", () => deliversTo(folder));
