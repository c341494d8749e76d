import { createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type IntegrationName, integrationNames, integrations } from "~/domain/review/integrations";
import { ConnectionCard } from "~/features/staff/connections/connections-route";
import { connectionRows } from "~/features/staff/connections/connections-route.server";
import { boardProbe } from "~/integrations/board/board-probe.server";
import { defaultColumns } from "~/integrations/board/column-map";
import { checkHealth } from "~/observability/health/health-checks.server";
import { healthChecks } from "~/observability/monitoring-tables.server";
import type { Fetcher } from "~/platform/http-client";
import { parseSettings } from "~/platform/settings";
import {
  connectionMemory,
  integrationStates,
  openConnections,
} from "~/services/connections.server";
import { thirdPartyProbes } from "~/services/third-party-probes.server";
import { diagnose } from "../../../workers/cli/doctor-report";
import { createJobsFixture } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";
import { pageText } from "../../support/page-parts";
import { renderToHtml } from "../../support/render-page";
import { startSftpServer } from "../../support/sftp-server";

/* `npm run doctor` and the page of connections say the same of the same settings and faults. */

const fixture = await openForFile(createJobsFixture);
beforeEach(() => fixture.db.delete(healthChecks));
afterEach(() => vi.unstubAllGlobals());

const OWN: readonly IntegrationName[] = ["images", "d1", "r2", "kv", "queue"];
const thirdParties = integrationNames.filter((name) => !OWN.includes(name));

const live = {
  MONDAY_TOKEN: "monday-token-of-ours",
  MONDAY_BOARD_ID: "77",
  SPOTIFY_CLIENT_ID: "spotify-client-id",
  SPOTIFY_CLIENT_SECRET: "spotify-client-secret",
  DROPBOX_SIGN_API_KEY: "a-key-of-ours-for-signing",
  DROPBOX_SIGN_CLIENT_ID: "signing-client",
  DROPBOX_SIGN_TEMPLATE_ID: "signing-template",
  R2_S3_ENDPOINT: "https://account.r2.example",
  R2_S3_BUCKET: "files",
  R2_S3_ACCESS_KEY_ID: "an-access-key-of-ours",
  R2_S3_SECRET_ACCESS_KEY: "a-secret-access-key-of-ours",
  DELIVERY_S3_ENDPOINT: "https://s3.distributor.example",
  DELIVERY_S3_BUCKET: "deliveries",
  DELIVERY_S3_ACCESS_KEY_ID: "another-access-key",
  DELIVERY_S3_SECRET_ACCESS_KEY: "another-secret-access-key",
  ACCESS_TEAM_DOMAIN: "label.cloudflareaccess.com",
  ACCESS_AUD: "f".repeat(64),
};

/** The text of each card of the page, after these settings were checked as the sweep does. */
async function pageCards(env: Record<string, string>, sandbox: Fetcher | undefined) {
  const { db, now: clock } = fixture;
  const settings = parseSettings({
    SIGNING_SECRET: "s".repeat(32),
    PUBLIC_URL: "https://a.example",
    ...env,
  });
  const isLocal = settings.ENVIRONMENT === "local";
  const connections = openConnections(settings, {
    sandbox: isLocal ? (sandbox ?? (() => Promise.reject(new Error("Not asked.")))) : undefined,
    memory: connectionMemory(clock),
    clock,
  });
  const states = integrationStates(connections, { settings, images: false });
  const { board: connection } = connections;
  const board =
    connection.state === "off" ? undefined : boardProbe(connection, async () => defaultColumns);
  const probes = thirdPartyProbes({ settings, clock, connections, board });
  const asked = Object.entries(probes).filter(
    ([name]) => sandbox || states[name as IntegrationName] === "live",
  );
  await checkHealth(db, Object.fromEntries(asked), clock);
  const rows = await connectionRows({ db, settings, monitoring: { integrations: states } });
  return rows.map((connection) => {
    const html = renderToHtml(createElement(ConnectionCard, { connection, tested: null }));
    // Names of settings stand out within their sentence.
    return pageText(html.replaceAll(/<\/?code[^>]*>/g, ""));
  });
}

const refuse = (status: number) => async () =>
  Response.json({ error: "invalid_client", errors: [{ message: "Bad token" }] }, { status });
const silent = () => Promise.reject(new TypeError("fetch failed"));

test.each<[string, Record<string, string>, Fetcher, Fetcher?]>([
  ["a local run in which nothing is set up", {}, silent],
  ["production in which nothing is set up", { ENVIRONMENT: "production" }, silent],
  ["wrong keys", live, refuse(401)],
  ["third parties that fail", live, refuse(500)],
  ["third parties that are away", { ...live, ENVIRONMENT: "production" }, silent],
  ["a sandbox that fails", {}, silent, refuse(500)],
  ["a sandbox that refuses", {}, silent, refuse(401)],
])("with %s the doctor says what the page says", async (_, env, network, sandbox) => {
  vi.stubGlobal("fetch", network);
  const cards = await pageCards(env, sandbox);
  const { lines } = await diagnose(env, sandbox ? { sandbox } : {});
  for (const name of thirdParties) {
    const { title } = integrations[name];
    const line = lines.find((candidate) => candidate.includes(title)) ?? "";
    const word = line.slice(0, 10).trim();
    const text = line.slice(40).replace(/ \(\d+ ms\)$/, "");
    const card = cards.find((candidate) => candidate.startsWith(`${title} `));
    expect(card, line).toContain(`${title} ${word} ${integrations[name].purpose} ${text}`);
  }
});

test("both list the same, in one order", async () => {
  vi.stubGlobal("fetch", silent);
  const { lines } = await diagnose({});
  const titles = lines.map((line) => line.slice(10, 40).trim());
  const known = Object.values(integrations).map(({ title }) => title);
  const listed = titles.filter((title) => known.includes(title));
  const pageTitles = [...thirdParties, ...OWN].map((name) => integrations[name].title);
  expect(listed).toEqual(pageTitles);
});

test("the doctor asks an SFTP server of a distributor, whose test the page leaves to the sweep", async () => {
  const { connection, stop } = await startSftpServer();
  const env = {
    DELIVERY_SFTP_HOST: connection.host,
    DELIVERY_SFTP_PORT: String(connection.port),
    DELIVERY_SFTP_USERNAME: connection.username,
    DELIVERY_SFTP_PASSWORD: connection.password,
    DELIVERY_SFTP_HOST_KEY: connection.hostKey,
    DELIVERY_SFTP_FOLDER: connection.folder,
  };
  const deliveryLine = async (values: Record<string, string>) => {
    const { lines } = await diagnose(values);
    return lines.find((line) => line.includes(integrations.delivery.title));
  };
  const name = `label at 127.0.0.1:${connection.port}, in inbox/label`;
  expect(await deliveryLine(env)).toContain(`Working. ${name} opens.`);
  const wrong = await deliveryLine({ ...env, DELIVERY_SFTP_PASSWORD: "wrong" });
  expect(wrong).toContain("Not working. Check the settings DELIVERY_…");
  expect(wrong).toContain("refuses the sign-in of label.");
  await stop();
  const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), ...env });
  const connections = openConnections(settings, {
    ...{ sandbox: undefined, memory: connectionMemory(fixture.now), clock: fixture.now },
  });
  const states = integrationStates(connections, { settings, images: false });
  const rows = await connectionRows({
    ...{ db: fixture.db, settings, monitoring: { integrations: states } },
  });
  const { state, canTest } = rows.find((row) => row.name === "delivery") ?? {};
  expect([state, canTest]).toEqual(["live", false]);
});
