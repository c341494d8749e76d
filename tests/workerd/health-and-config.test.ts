import { afterEach, expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import { openForFile } from "../support/open-for-file";
import { readApiReply } from "../support/upload-calls";
import { Visitor } from "../support/visitor";

const visitor = () => new Visitor();
const inside = await openForFile(openAppStores);
afterEach(() => inside.config.delete("submissions"));

const readConfig = async () => (await readApiReply(visitor().send("/api/config"))).body;

test("health tells the state of every store and of each integration", async () => {
  const reply = await readApiReply(visitor().send("/api/health"));
  expect(reply.status).toBe(200);
  const ok = { state: "ok", ms: expect.any(Number) };
  const backlog = {
    waiting: expect.any(Number),
    oldestSeconds: expect.any(Number),
    failed: expect.any(Number),
  };
  expect(reply.body).toEqual({
    ok: true,
    status: "ok",
    release: null,
    checks: { d1: ok, r2: ok, kv: ok, queue: { ...ok, ...backlog }, sweep: ok },
    integrations: expect.objectContaining({ board: "sandbox", spotify: "sandbox" }),
  });
});

test("submissions are open unless staff have said otherwise", async () => {
  expect(await readConfig()).toEqual({ submissionsEnabled: true });
});

test("submissions are closed when staff have said so", async () => {
  await inside.config.put("submissions", '{"submissionsEnabled":false}');
  expect(await readConfig()).toEqual({ submissionsEnabled: false });
});

test.each(["{nope", "7", '{"submissionsEnabled":"no"}', "[]", ""])(
  "a setting of %j is none, and submissions stay open",
  async (setting) => {
    await inside.config.put("submissions", setting);
    expect(await readConfig()).toEqual({ submissionsEnabled: true });
  },
);
