import { afterEach, expect, test, vi } from "vitest";
import { demoDelay } from "./demo.server";
import { openScope } from "./request-scope";

afterEach(() => void vi.useRealTimers());

const portal = (settings: object) => ({ settings }) as Parameters<typeof demoDelay>[0];

test("DEMO_LATENCY has a call of the portal wait within its range, and no longer", async () => {
  vi.useFakeTimers();
  let isDone = false;
  const waiting = demoDelay(portal({ DEMO_LATENCY: "500-1500" })).then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(499);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(isDone).toBe(true);
  await waiting;
});

test("without it nobody waits", async () => {
  vi.useFakeTimers();
  await demoDelay(portal({}));
  expect(vi.getTimerCount()).toBe(0);
});

test.each(["/dashboard?tab=0", "/api/profile"])(
  "%s waits once, however often the artist is read",
  async (path) => {
    const calls: string[] = [];
    const demo = {
      demoDelay: async () => void calls.push("delay"),
      signInDemoArtist: async () => void calls.push("visit"),
    };
    const request = new Request(`http://localhost:8788${path}`);
    const failures = { isWaiting: () => false };
    const services = { settings: {}, db: {}, clock: () => new Date(), monitoring: { failures } };
    const [deps, scopeDeps] = [services, demo] as unknown as [
      Parameters<typeof openScope>[1],
      Parameters<typeof openScope>[2],
    ];
    const scope = openScope(request, deps, scopeDeps);
    await Promise.all([
      scope.portalArtist("read"),
      scope.portalArtist("read"),
      scope.portalArtist("read"),
    ]);
    // A call signs nobody in.
    expect(calls).toEqual(path.startsWith("/api") ? ["delay"] : ["delay", "visit"]);
  },
);
