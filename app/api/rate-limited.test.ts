import { afterEach, expect, test, vi } from "vitest";
import { rateLimitedIfAvailable } from "./rate-limited";

afterEach(() => vi.useRealTimers());

type Asked = Parameters<ReturnType<typeof rateLimitedIfAvailable>>;
const request = new Request("http://localhost:8788/api/health") as Asked[0];
const countedCall = (take: Asked[1]["scope"]["limitCall"]) =>
  rateLimitedIfAvailable("status-reads")(request, { scope: { limitCall: take } });

test("a visitor who asks too often how the stores are is told when to ask again", async () => {
  const reply = await countedCall(async () => 40);
  expect([reply?.status, reply?.headers.get("Retry-After")]).toEqual([429, "40"]);
  expect(await countedCall(async () => undefined)).toBeUndefined();
});

test.each<[string, () => Promise<never>]>([
  ["fails", () => Promise.reject(new Error("D1 is away"))],
  ["says nothing", () => new Promise(() => undefined)],
])(
  "where the database that counts %s, the call goes on",
  async (_, take) => {
    vi.useFakeTimers();
    const pendingReply = countedCall(take);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await pendingReply).toBeUndefined();
  },
  2_000,
);
