import { afterEach, expect, test, vi } from "vitest";
import { rateLimitedIfAvailable } from "./rate-limited";

afterEach(() => vi.useRealTimers());

type CallParameters = Parameters<ReturnType<typeof rateLimitedIfAvailable>>;
const request = new Request("http://localhost:8788/api/health") as CallParameters[0];
const callWithLimit = (limit: CallParameters[1]["scope"]["limitCall"]) =>
  rateLimitedIfAvailable("status-reads")(request, { scope: { limitCall: limit } });

test("a visitor who calls a status call too often gets Retry-After", async () => {
  const reply = await callWithLimit(async () => 40);
  expect([reply?.status, reply?.headers.get("Retry-After")]).toEqual([429, "40"]);
  expect(await callWithLimit(async () => undefined)).toBeUndefined();
});

test.each<[string, () => Promise<never>]>([
  ["fails", () => Promise.reject(new Error("D1 is away"))],
  ["says nothing", () => new Promise(() => undefined)],
])(
  "where the counting database %s, the call goes on",
  async (_, limit) => {
    vi.useFakeTimers();
    const pendingReply = callWithLimit(limit);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await pendingReply).toBeUndefined();
  },
  2_000,
);
