import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordProviderIds } from "~/domain/artists/agreement/provider-requests.server";
import { createSignatureRequest } from "~/domain/artists/agreement/requests.server";
import { type Database, openDatabase } from "~/platform/database.server";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../../../tests/support/batched-database";
import { applyMigrations } from "../../../tests/support/board-fixture";
import { SteadyMiniflare } from "../../../tests/support/steady-runtime";
import { cancelSupersededRequests } from "./cancel-requests.server";

let miniflare: Miniflare;
let db: Database;
beforeAll(async () => {
  miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
  });
  await applyMigrations(batchedDatabase(miniflare));
  db = openDatabase(batchedDatabase(miniflare));
});
afterAll(() => miniflare.dispose());

const now = () => new Date("2026-11-23T12:00:00Z");
let status = 200;
const calls: string[] = [];
const deps = () => ({
  db,
  now,
  log: () => {},
  client: {
    clock: now,
    apiKey: "k",
    clientId: "c",
    templateId: "t",
    testMode: true,
    fetcher: async ({ url, method }: Request) => {
      calls.push(`${method} ${new URL(url).pathname}`);
      return new Response(null, { status });
    },
  },
});
const wantedRequest = (text: string) => ({
  artistId: "ADA",
  provider: "dropbox-sign" as const,
  templateVersion: text,
  text,
  textHash: text,
});

test("a request with an older text is cancelled at Dropbox Sign, and retried until it succeeds", async () => {
  await createSignatureRequest(db, wantedRequest("one"), { id: "R1", again: false, now: now() });
  await recordProviderIds(db, "R1", { providerRequestId: "P1", providerSignatureId: "S1" }, now());
  expect(await cancelSupersededRequests(deps())).toBe(0);
  await createSignatureRequest(db, wantedRequest("two"), { id: "R2", again: false, now: now() });
  await recordProviderIds(db, "R2", { providerRequestId: "P2", providerSignatureId: "S2" }, now());
  status = 500;
  expect(await cancelSupersededRequests(deps(), "ADA")).toBe(0);
  expect(await cancelSupersededRequests(deps(), "BEN")).toBe(0);
  status = 200;
  expect(await cancelSupersededRequests(deps())).toBe(1);
  expect(await cancelSupersededRequests(deps())).toBe(0);
  const call = "POST /v3/signature_request/cancel/P1";
  expect(calls).toEqual([call, call]);
});

test("a request that is already gone counts as cancelled; without Dropbox Sign nothing is called", async () => {
  await createSignatureRequest(db, wantedRequest("three"), { id: "R3", again: false, now: now() });
  status = 410;
  const before = [...calls];
  expect(await cancelSupersededRequests({ ...deps(), client: undefined })).toBe(0);
  expect(calls).toEqual(before);
  expect(await cancelSupersededRequests(deps())).toBe(1);
  expect(await cancelSupersededRequests(deps())).toBe(0);
});
