import { expect, test } from "vitest";
import { type Checked, systemHealth } from "./system-health";

const now = new Date("2026-11-23T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

const check = (name: string, overrides: Partial<Checked> = {}): Checked => ({
  name,
  title: name.toUpperCase(),
  own: name === "d1" || name === "r2",
  ok: true,
  detail: null,
  at: minutesAgo(2),
  firstAt: minutesAgo(600),
  failedAt: null,
  askedNextAt: null,
  ...overrides,
});

test("where everything answered, all is healthy, and up since the first check that is kept", () => {
  expect(systemHealth([check("d1"), check("r2"), check("board")], [], now)).toEqual({
    status: "healthy",
    uptime: 600 * 60,
    issues: [],
  });
});

test("a third party that does not answer degrades it; uptime is that of our own stores", () => {
  const failedAt = minutesAgo(2);
  const board = check("board", { ok: false, detail: "HTTP 503", failedAt });
  expect(systemHealth([check("d1"), board], [], now)).toEqual({
    status: "degraded",
    uptime: 600 * 60,
    issues: ["BOARD does not answer as it should: HTTP 503"],
  });
});

test("a store of our own that does not answer is unhealthy, the first of all issues, and no uptime", () => {
  const d1 = check("d1", { ok: false, detail: "locked", failedAt: minutesAgo(2) });
  const board = check("board", { ok: false, failedAt: minutesAgo(2) });
  const { status, uptime, issues } = systemHealth([board, d1], [], now);
  expect({ status, uptime }).toEqual({ status: "unhealthy", uptime: 0 });
  expect(issues[0]).toBe("D1 does not answer as it should: locked");
  expect(issues).toHaveLength(2);
});

test("once it answers again, uptime counts from that check on, the latest of all stores", () => {
  const d1 = check("d1", { failedAt: minutesAgo(35), askedNextAt: minutesAgo(30) });
  const r2 = check("r2", { failedAt: minutesAgo(95), askedNextAt: minutesAgo(90) });
  expect(systemHealth([d1, r2], [], now)).toMatchObject({ status: "healthy", uptime: 30 * 60 });
});

test("checks that stop are an issue, and so is that there are none", () => {
  expect(systemHealth([check("d1", { at: minutesAgo(14) })], [], now).status).toBe("healthy");
  const { status, issues } = systemHealth([check("d1", { at: minutesAgo(15) })], [], now);
  expect(status).toBe("degraded");
  expect(issues).toEqual(["No health check has run for 15 minutes: the cron may have stopped."]);
  expect(systemHealth([], [], now)).toEqual({
    status: "degraded",
    uptime: 0,
    issues: ["The health checks have not run yet."],
  });
});

test("a check with an open incident is one issue, with the incident's text", () => {
  const board = check("board", { ok: false, detail: "HTTP 503" });
  const incidents = [{ name: "health:board", detail: "The board failed twice." }];
  expect(systemHealth([check("d1"), board], incidents, now).issues).toEqual([
    "The board failed twice.",
  ]);
});

test("a check in the future gives no negative uptime", () => {
  expect(systemHealth([check("d1", { firstAt: minutesAgo(-60) })], [], now).uptime).toBe(0);
});

test("an incident about storage does not hide that the store fails", () => {
  const d1 = check("d1", { ok: false, detail: "locked", failedAt: minutesAgo(2) });
  const incidents = [{ name: "storage:d1", detail: "The database is nearly full." }];
  expect(systemHealth([d1], incidents, now).issues).toEqual([
    "D1 does not answer as it should: locked",
    "The database is nearly full.",
  ]);
});
