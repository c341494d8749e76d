import { Ajv } from "ajv";
import type { Miniflare } from "miniflare";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  cancelRequest,
  createRequest,
  type DropboxSignClient,
  readAccount,
  readRequest,
  signedFile,
  signUrl,
} from "~/integrations/signing/dropbox-client.server";
import { systemClock } from "~/platform/clock";
import contract from "../../tests/fixtures/dropbox-sign-schema.json";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../../tests/support/batched-database";
import { SteadyMiniflare } from "../../tests/support/steady-runtime";
import { dropboxConsole } from "./dropbox-console";
import { dropboxSign, resolveRequest } from "./dropbox-sign";
import { type FaultMode, setFault } from "./faults";

/* Our client calls the sandbox; all requests and replies are checked against the published contract. */

const ajv = new Ajv({ allErrors: true, strict: false });
ajv.addSchema(contract);
const expectContract = (name: keyof typeof contract.$defs, body: unknown) => {
  const validate = ajv.compile({ $ref: `dropbox-sign#/$defs/${name}` });
  expect([validate(body), ajv.errorsText(validate.errors)]).toEqual([true, "No errors"]);
};

const SITE = "http://localhost:8788";
let miniflare: Miniflare;
let db: D1Database;
let bodies: { status: number; body: unknown }[] = [];
let requestBodies: unknown[] = [];
let client: DropboxSignClient;

beforeAll(async () => {
  miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["SANDBOX_DB"],
  });
  db = batchedDatabase(miniflare, "SANDBOX_DB");
  client = {
    fetcher: async (request) => {
      const text = await request.clone().text();
      if (text) requestBodies.push(JSON.parse(text));
      const reply = await dropboxSign(request, db, SITE);
      const json = reply.headers.get("Content-Type")?.includes("json");
      const replyText = json ? await reply.clone().text() : "";
      if (replyText) bodies.push({ status: reply.status, body: JSON.parse(replyText) });
      return reply;
    },
    clock: systemClock,
    apiKey: "sandbox-key",
    clientId: "sandbox-client",
    templateId: "sandbox-template",
    testMode: true,
  };
});
afterAll(() => miniflare.dispose());
beforeEach(() => {
  [bodies, requestBodies] = [[], []];
});

const agreement = {
  id: "01KOURS",
  subject: "Artist Agreement with Mahogany",
  message: "Please sign it.",
  signer: { name: "Сигрид", email: "sigrid@example.com" },
};
async function createSandboxRequest() {
  const reply = await createRequest(client, agreement);
  if (!reply.ok) throw new Error(reply.message);
  return reply.value;
}
const fail = (mode: FaultMode, call = "any") => setFault(db, "dropbox-sign", { mode, call });

test("the extract of the contract tells good from bad", () => {
  const validate = ajv.compile({ $ref: "dropbox-sign#/$defs/ErrorResponse" });
  expect(validate({ error: { error_msg: "x" } })).toBe(false);
});

test("every request and reply fits the contract, from the first call to the signed file", async () => {
  const { requestId, signatureId, statusCode } = await createSandboxRequest();
  expect(statusCode).toBe("awaiting_signature");
  expectContract("SignatureRequestCreateEmbeddedWithTemplateRequest", requestBodies[0]);
  expect(requestBodies[0]).toMatchObject({
    client_id: "sandbox-client",
    template_ids: ["sandbox-template"],
    test_mode: true,
    subject: agreement.subject,
    message: agreement.message,
    metadata: { agreement: agreement.id },
    signers: [{ role: "Artist", name: "Сигрид", email_address: "sigrid@example.com" }],
  });
  expect(await signedFile(client, requestId)).toMatchObject({ ok: false, failure: "not-yet" });
  const address = await signUrl(client, signatureId);
  expect(address).toMatchObject({ ok: true, value: expect.stringContaining(signatureId) });
  await resolveRequest(db, signatureId, "signed");
  expect(await readRequest(client, requestId)).toMatchObject({
    value: { isComplete: true, statusCode: "signed", signerName: "Сигрид" },
  });
  expect((await signedFile(client, requestId)).ok).toBe(true);
  expect((await readAccount(client)).ok).toBe(true);
  const [create, notYet, url, readReply, account] = bodies;
  expectContract("SignatureRequestGetResponse", create?.body);
  expectContract("ErrorResponse", notYet?.body);
  expectContract("EmbeddedSignUrlResponse", url?.body);
  expectContract("SignatureRequestGetResponse", readReply?.body);
  expectContract("AccountGetResponse", account?.body);
});

test("a sign URL opens once", async () => {
  const { signatureId } = await createSandboxRequest();
  const address = await signUrl(client, signatureId);
  const open = async () => {
    const request = new Request(v.parse(v.object({ value: v.string() }), address).value);
    return (await dropboxConsole(request, db)).text();
  };
  expect(await open()).toContain("Decline");
  expect(await open()).toContain("opened before");
});

test("a cancelled request cannot be signed, and a signed one cannot be cancelled", async () => {
  const { requestId, signatureId } = await createSandboxRequest();
  expect(await cancelRequest(client, requestId)).toEqual({ ok: true, value: undefined });
  expect(await signUrl(client, signatureId)).toMatchObject({ ok: false, failure: "not-found" });
  expect(await readRequest(client, requestId)).toMatchObject({ ok: false, failure: "not-found" });
  await resolveRequest(db, signatureId, "signed");
  expect(await cancelRequest(client, requestId)).toMatchObject({ ok: false, failure: "not-found" });
  const other = await createSandboxRequest();
  await resolveRequest(db, other.signatureId, "signed");
  bodies = [];
  expect(await cancelRequest(client, other.requestId)).toMatchObject({ failure: "refused" });
  expectContract("ErrorResponse", bodies[0]?.body);
  await fail("rate-limit", "cancel");
  expect(await cancelRequest(client, "x")).toMatchObject({ failure: "rate-limited" });
  expect(await cancelRequest(client, "x")).toMatchObject({ failure: "not-found" });
});

test.each([
  ["payment-required", "payment"],
  ["rate-limit", "rate-limited"],
  ["http-500", "unavailable"],
  ["nonsense", "nonsense"],
] as const)("a reply of %s is returned as the value %s", async (mode, failure) => {
  await fail(mode);
  expect(await createRequest(client, agreement)).toMatchObject({ ok: false, failure });
  if (bodies[0]) expectContract("ErrorResponse", bodies[0].body);
  expect((await createRequest(client, agreement)).ok).toBe(true);
});

test.each([
  [
    "no line at all",
    () => Promise.reject(new TypeError("Network connection lost.")),
    "unavailable",
  ],
  ["JSON of another kind", async () => Response.json({ hello: "you" }), "nonsense"],
  [
    "a request without a signature",
    async () => Response.json({ signature_request: {} }),
    "nonsense",
  ],
  ["a key that is not taken", async () => Response.json({}, { status: 401 }), "refused"],
  ["a request that is gone", async () => Response.json({}, { status: 410 }), "not-found"],
] as const)("%s is returned as the value %s", async (_, send, failure) => {
  expect(await readRequest({ ...client, fetcher: send }, "x")).toMatchObject({
    ok: false,
    failure,
  });
});

test("a page in place of the signed file is no file", async () => {
  const send = async () => new Response("<h1>Welcome</h1>");
  expect(await signedFile({ ...client, fetcher: send }, "x")).toMatchObject({
    failure: "nonsense",
  });
});

test("the text of a failure does not contain the API key", async () => {
  const wrong = { ...client, apiKey: "another-secret-key" };
  expect(JSON.stringify(await readAccount(wrong))).not.toContain("another-secret");
});
