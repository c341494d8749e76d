import { expect, test } from "vitest";
import { parseSettings } from "./settings";

const secret = "s".repeat(32);

test("a fresh checkout needs nothing but the signing secret that the start command makes", () => {
  expect(parseSettings({ SIGNING_SECRET: secret })).toMatchObject({
    ENVIRONMENT: "local",
    BRAND_NAME: "Mahogany",
  });
});

test("an empty setting counts as not set", () => {
  expect(parseSettings({ SIGNING_SECRET: secret, BRAND_NAME: "" }).BRAND_NAME).toBe("Mahogany");
});

test.each([
  [{}, "SIGNING_SECRET"],
  [{ SIGNING_SECRET: "short" }, "SIGNING_SECRET"],
  [{ SIGNING_SECRET: secret, SUPPORT_EMAIL: "nobody" }, "SUPPORT_EMAIL"],
  [{ SIGNING_SECRET: secret, PUBLIC_URL: "https://x.example/path" }, "PUBLIC_URL"],
  [{ SIGNING_SECRET: secret, ENVIRONMENT: "production" }, "PUBLIC_URL"],
  [{ SIGNING_SECRET: secret, MONDAY_TOKEN: "a-long-token" }, "MONDAY_BOARD_ID"],
  [{ SIGNING_SECRET: secret, MONDAY_BOARD_ID: "board" }, "MONDAY_BOARD_ID"],
])("%j is refused with a sentence that names %s", (env, name) => {
  expect(() => parseSettings(env)).toThrow(name);
});
