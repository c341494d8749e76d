import { expect, test } from "vitest";
import { ruleNames } from "~/observability/health/alert-rules";
import { incidentNotice, SWEEP_RULE } from "./incident-notice";

const now = new Date("2026-11-27T15:00:00.000Z");
const incident = (rule: string, subject = "", openedAt = "2026-11-27T14:02:10.000Z") => ({
  rule,
  subject,
  openedAt,
});

test("the bar names what does not answer as people know it, since when, and that nothing is lost", () => {
  expect(incidentNotice([incident("health", "board")], now)).toEqual({
    text: "Task board (monday.com) has not answered since 14:02 UTC. Nothing is lost: we keep everything and send it later.",
    others: 0,
  });
});

test("the most pressing incident is named, and the others are counted", () => {
  const incidents = [
    incident("expiry"),
    incident("mail", "", "2026-11-26T08:00:00.000Z"),
    incident("health", "d1"),
  ];
  expect(incidentNotice(incidents, now)).toMatchObject({
    text: expect.stringMatching(/^Database \(D1\) has not answered since 14:02 UTC\./),
    others: 2,
  });
});

test("an incident of another day has its date", () => {
  const notice = incidentNotice([incident("mail", "", "2026-11-26T08:00:00.000Z")], now);
  expect(notice?.text).toContain("since Nov 26, 2026, 08:00 UTC");
});

test("every rule has a sentence of its own", () => {
  const texts = ruleNames.map((rule) => incidentNotice([incident(rule)], now)?.text);
  expect(new Set(texts).size).toBe(ruleNames.length);
});

test("what fills up or ends is named", () => {
  const textOf = (rule: string, subject: string) =>
    incidentNotice([incident(rule, subject)], now)?.text;
  expect(textOf("storage", "d1")).toBe("Database (D1) is nearly full.");
  expect(textOf("expiry", "MONDAY_TOKEN")).toBe("MONDAY_TOKEN expires soon.");
});

test("a silent sweep comes first, since it makes everything else unknown", () => {
  const incidents = [
    incident("health", "d1"),
    incident(SWEEP_RULE, "", "2026-11-23T14:02:00.000Z"),
  ];
  expect(incidentNotice(incidents, now)).toEqual({
    text: expect.stringMatching(/^The regular work has not run since Nov 23, 2026, 14:02 UTC/),
    others: 1,
    isUnlisted: true,
  });
});

test("without an incident there is no bar", () => {
  expect(incidentNotice([], now)).toBeUndefined();
});
