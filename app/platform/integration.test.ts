import { expect, test } from "vitest";
import { integrationState } from "./integration";

test.each([
  [{ configured: true, sandbox: true }, "live"],
  [{ configured: true, sandbox: false }, "live"],
  [{ configured: false, sandbox: true }, "sandbox"],
  [{ configured: false, sandbox: false }, "off"],
] as const)("%j is %s", (integration, state) => {
  expect(integrationState(integration)).toBe(state);
});
