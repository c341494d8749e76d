import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pollUntil } from "../support/app-stores";
import { createProxyFixture } from "../support/proxy-fixture";
import { megabits } from "../support/slow-link";

const MB = 1024 * 1024;
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let fixture: Awaited<ReturnType<typeof createProxyFixture>>;
beforeEach(async () => {
  fixture = await createProxyFixture();
});
afterEach(() => fixture.close());

/** A request that the server has received completely and does not answer. */
async function leftWaiting(path: string) {
  fixture.answers = false;
  const before = fixture.got.length;
  const pending = fixture.arrives({ path, body: randomBytes(1_000) });
  await pollUntil(async () => fixture.got[before]?.isComplete || undefined);
  return { going: pending };
}

test("a cut breaks every request in progress, and no later one", { retry: 1 }, async () => {
  fixture.proxy.shape({ upBytesPerSecond: megabits(8) });
  const pending = [1, 2].map((n) => fixture.arrives({ path: `/${n}`, body: randomBytes(4 * MB) }));
  await pollUntil(async () => fixture.got.filter(({ body }) => body.length > 0)[1]);
  fixture.proxy.cutNow();
  expect(await Promise.all(pending)).toEqual([false, false]);
  await pollUntil(async () => fixture.got.every(({ isAborted: gone }) => gone) || undefined);
  expect(fixture.got.map(({ isComplete: whole }) => whole)).toEqual([false, false]);
  expect(fixture.proxy.requests.map(({ end }) => end)).toEqual(["cut", "cut"]);
  expect(fixture.proxy.counts).toMatchObject({ cuts: 1, torn: 2 });
  fixture.proxy.shape();
  expect((await fixture.send({ body: randomBytes(MB) })).status).toBe(200);
  expect(fixture.proxy.counts).toMatchObject({ cuts: 1, torn: 2 });
});

test("cuts at an interval go on until they are ended", async () => {
  const body = randomBytes(1_000);
  fixture.answers = false;
  const end = fixture.proxy.cutEvery(50);
  while (fixture.proxy.counts.cuts < 3) expect(await fixture.arrives({ body })).toBe(false);
  end();
  expect(fixture.proxy.counts).toMatchObject({ cuts: 3, torn: 3 });
  fixture.answers = true;
  expect(await fixture.arrives({ body })).toBe(true);
});

test("the requested number of random cuts happens, each within its byte range", async () => {
  const cutsLeft = fixture.proxy.randomCuts(5, 7, [100_000, 400_000]);
  let failures = 0;
  while (!(await fixture.arrives({ body: randomBytes(2 * MB) }))) failures += 1;
  expect([failures, cutsLeft()]).toEqual([5, 0]);
  for (const { received } of fixture.proxy.requests.slice(0, 5)) {
    expect(received).toBeGreaterThanOrEqual(100_000);
    expect(received).toBeLessThan(400_000 + 32 * 1024);
  }
  expect(fixture.proxy.counts).toMatchObject({ cuts: 5, torn: 5 });
});

test("while offline, requests in progress break and new ones are refused", async () => {
  const { going: pending } = await leftWaiting("/going");
  const comeBack = fixture.proxy.offline();
  expect(await pending).toBe(false);
  expect(await fixture.arrives()).toBe(false);
  comeBack();
  fixture.answers = true;
  expect(await fixture.arrives()).toBe(true);
  expect(fixture.got.map(({ path }) => path)).toEqual(["/going", "/"]);
});

test.each([
  ["after the body", false, MB],
  ["at once", true, 200_000],
])("a burst of 503 is answered %s, before the server sees it", async (_, early, most) => {
  fixture.proxy.shape({ upBytesPerSecond: megabits(8) });
  const faultsLeft = fixture.proxy.answer(/^PUT \/parts/, {
    status: 503,
    times: 2,
    beforeBody: early,
  });
  const body = randomBytes(MB);
  for (const coming of [1, 0]) {
    expect((await fixture.send({ path: "/parts/1", body })).status).toBe(503);
    expect(faultsLeft()).toBe(coming);
  }
  expect(fixture.got).toEqual([]);
  for (const { received, end } of fixture.proxy.requests) {
    expect(end).toBe("injected");
    expect(received).toBeLessThanOrEqual(most);
  }
  fixture.proxy.shape();
  expect((await fixture.send({ path: "/parts/1", body })).status).toBe(200);
});

test("a lost response: the server has it all and has answered, the client hears nothing", async () => {
  const faultsLeft = fixture.proxy.loseResponse(/parts\/2/);
  const body = randomBytes(MB);
  expect((await fixture.send({ path: "/parts/1", body })).status).toBe(200);
  expect(await fixture.arrives({ path: "/parts/2", body })).toBe(false);
  expect(faultsLeft()).toBe(0);
  expect(fixture.got.map((request) => [request.isComplete, hash(request.body)])).toEqual([
    [true, hash(body)],
    [true, hash(body)],
  ]);
  expect(fixture.proxy.seen(/parts\/2/)).toMatchObject([{ end: "lost", received: MB }]);
  expect(fixture.proxy.counts).toMatchObject({ cuts: 1, torn: 1 });
  expect((await fixture.send({ path: "/parts/2", body })).status).toBe(200);
});
