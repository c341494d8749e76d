import { createHash, randomBytes } from "node:crypto";
import { request as httpsRequest } from "node:https";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { FaultProxy } from "../support/fault-proxy";
import { createProxyFixture, sendThrough } from "../support/proxy-fixture";
import { megabits } from "../support/slow-link";

const MB = 1024 * 1024;
const ANY = /./;
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let fixture: Awaited<ReturnType<typeof createProxyFixture>>;
beforeEach(async () => {
  fixture = await createProxyFixture();
});
afterEach(() => fixture.close());

test.each([
  ["as fast as it can", {}],
  ["slowly", { upBytesPerSecond: megabits(40), downBytesPerSecond: megabits(80) }],
  ["from far away", { roundTripMs: 40 }],
  ["slowly and from far away", { upBytesPerSecond: megabits(40), roundTripMs: 40 }],
])("bodies go both ways unchanged: %s", async (_, shape) => {
  fixture.proxy.shape(shape);
  const bodies = [randomBytes(1), randomBytes(70_000), randomBytes(MB + 1)];
  const answers = await Promise.all(bodies.map((body) => fixture.send({ body })));
  expect(answers.map(({ status, body }) => [status, hash(body)])).toEqual(
    bodies.map((body) => [200, hash(body)]),
  );
});

test("a browser of HTTP/1.1 gets both ways unchanged too, and its requests are counted and cut", async () => {
  const proxy = await FaultProxy.start(fixture.serverUrl, "1.1");
  const sent = randomBytes(MB + 1);
  const send = (body?: Buffer) =>
    new Promise<Buffer>((resolve, reject) => {
      const options = { method: body ? "PUT" : "GET", rejectUnauthorized: false, agent: false };
      const request = httpsRequest(`${proxy.url}/a`, options, async (reply) =>
        resolve(Buffer.concat(await reply.toArray())),
      );
      request.on("error", reject).end(body);
    });
  try {
    expect(hash(await send(sent))).toBe(hash(sent));
    expect(await send()).toHaveLength(0);
    expect(proxy.seen(ANY)).toMatchObject([
      { method: "PUT", path: "/a", received: sent.length, status: 200, end: "answered" },
      { method: "GET", path: "/a", received: 0, status: 200, end: "answered" },
    ]);
    fixture.answers = false;
    const pending = send(sent).then(
      () => "answered",
      () => "cut",
    );
    await pollUntil(async () => fixture.got[2]?.isComplete || undefined);
    proxy.cutNow();
    expect(await pending).toBe("cut");
  } finally {
    await proxy.close();
  }
});

test("the server sees method, path, headers and the client's address, with its own scheme", async () => {
  const { origin, host } = new URL(fixture.proxy.url);
  const headers = { origin, cookie: "a=1; b=2", "x-own": "Yes" };
  const answer = await fixture.send({ method: "POST", path: "/a/b?c=%20d", headers });
  const [request] = fixture.got;
  // The server itself uses http, and treats an https page as another site.
  const own = { ...headers, origin: `http://${host}` };
  expect(request).toMatchObject({ method: "POST", path: "/a/b?c=%20d", headers: { ...own, host } });
  expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
});

test("the bytes of each request over the link are counted", async () => {
  await fixture.send({ path: "/parts/1", body: randomBytes(100_000) });
  await fixture.send({ path: "/parts/2?again", body: randomBytes(50_000) });
  await fixture.send({ method: "GET", path: "/other" });
  expect(fixture.proxy.bodyBytes(/^PUT \/parts\//)).toBe(150_000);
  expect(fixture.proxy.bodyBytes(/again/)).toBe(50_000);
  expect(fixture.proxy.bodyBytes(ANY)).toBe(150_000);
  expect(fixture.proxy.counts).toEqual({ connections: 3, cuts: 0, torn: 0 });
  expect(fixture.proxy.seen(/parts\/1/)).toMatchObject([
    { method: "PUT", path: "/parts/1", size: 100_000, received: 100_000, status: 200 },
  ]);
});

test("a paused body stops, and nothing breaks", async () => {
  const release = fixture.proxy.stallBodies(ANY, 1_000);
  const body = randomBytes(100_000);
  const pending = fixture.send({ body });
  await pollUntil(async () => fixture.proxy.bodyBytes(ANY) >= 1_000 || undefined);
  // One piece over.
  expect(fixture.proxy.bodyBytes(ANY)).toBeLessThan(20_000);
  expect((await fixture.send({ method: "GET" })).status).toBe(200);
  expect(fixture.got.map(({ isComplete: whole }) => whole)).toEqual([false, true]);
  release();
  expect((await pending).status).toBe(200);
  expect(fixture.got[0]?.body.equals(body)).toBe(true);
});

test("the app accepts pages and posts through the proxy as its own", async () => {
  const proxy = await FaultProxy.start(appUnderTest().url);
  try {
    const reply = await sendThrough(proxy.url, { method: "GET", path: "/submit" });
    expect(reply.status).toBe(200);
    const cookie = reply.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const body = Buffer.from(JSON.stringify({ artistUrl: 7 }));
    const post = (origin: string) =>
      sendThrough(proxy.url, {
        method: "POST",
        path: "/api/spotify/verify/artist",
        headers: { cookie, origin, "content-type": "application/json" },
        body,
      });
    expect((await post(new URL(proxy.url).origin)).status).toBe(400);
    expect((await post("https://localhost:1")).status).toBe(403);
  } finally {
    await proxy.close();
  }
});
