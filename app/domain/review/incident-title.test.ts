import { expect, test } from "vitest";
import { ruleNames } from "~/observability/health/alert-rules";
import { incidentTitle } from "./incident-title";
import { integrationNames, integrations } from "./integrations";

test.each(integrationNames)("an incident about %s has the name that people know", (subject) => {
  const { title } = integrations[subject];
  expect(incidentTitle({ rule: "health", subject })).toBe(`${title} isn't answering`);
});

// What ends is named as it was set.
const watched = ruleNames.filter((rule) => rule !== "expiry");

test.each(watched)("the rule %s has a title without a key", (rule) => {
  for (const subject of ["", ...integrationNames]) {
    const title = incidentTitle({ rule, subject });
    expect(title).toMatch(/^[A-Z]/);
    if (subject) expect(title).not.toContain(`: ${subject}`);
  }
});

test.each(["d1", "r2"] as const)("a store that fills up, %s, is named", (subject) => {
  expect(incidentTitle({ rule: "storage", subject })).toBe(
    `${integrations[subject].title} is nearly full`,
  );
});

test("a credential is named as it was set, and a rule of the past has a title, too", () => {
  expect(incidentTitle({ rule: "expiry", subject: "MONDAY_TOKEN" })).toBe(
    "MONDAY_TOKEN expires soon",
  );
  expect(incidentTitle({ rule: "certificates", subject: "kv" })).toBe("Something was wrong");
});
