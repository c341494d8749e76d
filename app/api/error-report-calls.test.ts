import { afterEach, expect, test, vi } from "vitest";
import { openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { anonymousScope } from "../../tests/support/accounts";
import { reportError } from "./error-report-calls";

afterEach(() => vi.useRealTimers());

test("a flood from one address is stopped before anything of it is read", async () => {
  const limitKeys: string[] = [];
  const limit = async ({ key }: { key: string }) => {
    limitKeys.push(key);
    return { success: false };
  };
  const portal = { edge: { limits: { reports: { limit } } } };
  const request = new Request("http://localhost:8788/api/monitoring/error-report", {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": "203.0.113.7" },
    body: "{}",
  });
  const reply = await reportError(
    request as Parameters<typeof reportError>[0],
    portal as unknown as Parameters<typeof reportError>[1],
  );
  expect([reply.status, reply.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(request.bodyUsed).toBe(false);
  expect(limitKeys).toEqual(["203.0.113.7"]);
});

test.each([
  ["fails", () => Promise.reject(new Error("D1 is away"))],
  ["says nothing", () => new Promise<never>(() => undefined)],
])("a report is answered with Retry-After where the database %s", async (_, batch) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const failures: unknown[] = [];
  const statement = { bind: () => statement };
  const portal = {
    db: openDatabase({ prepare: () => statement, batch } as unknown as D1Database),
    edge: { limits: {} },
    clock: () => new Date("2026-11-21T12:00:00Z"),
    ids: randomIds,
    log: () => {},
    settings: {
      SIGNING_SECRET: "s".repeat(32),
      LIMIT_REPORTS_PER_HOUR: 9,
      LIMIT_REPORTS_PER_DAY: 9,
    },
    scope: { ...anonymousScope, logFailure: (error: unknown) => void failures.push(error) },
  } as unknown as Parameters<typeof reportError>[1];
  const errorData = { message: "x", stage: "tracks", timestamp: "2026-11-21T12:00:00Z" };
  const request = new Request("http://localhost:8788/api/monitoring/error-report", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ errorData }),
  }) as Parameters<typeof reportError>[0];
  const pendingReply = reportError(request, portal);
  // Work before the database call takes no time of the fake clock.
  const ticking = setInterval(() => vi.advanceTimersByTime(1_000), 5);
  const reply = await pendingReply.finally(() => clearInterval(ticking));
  expect([reply.status, reply.headers.get("Retry-After")]).toEqual([503, "60"]);
  expect(await reply.json()).toMatchObject({
    success: false,
    error: expect.stringContaining("again in a minute"),
  });
  expect(failures).toHaveLength(1);
});
