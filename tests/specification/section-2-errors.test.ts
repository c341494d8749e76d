import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { plainPage } from "~/platform/plain-page";
import { ErrorPage } from "~/ui/error-page";
import { MAINTENANCE_WAIT, maintenanceResponse } from "../../functions/maintenance";
import { renderInWizard } from "../support/render-page";
import { htmlErrors } from "../support/valid-html";

const createRefusal = (status: number, data: unknown = null) => ({
  status,
  statusText: "",
  internal: false,
  data,
});
const page = (error: unknown) => renderInWizard(createElement(ErrorPage, { error }));
const WAYS = ["|Go to your submission|", "|Return to Home|"];

test.each<[number, string[]]>([
  [404, ["We can't find that page", "Check the address", ...WAYS, "|Questions and answers|"]],
  [410, ["This page is gone", "We keep what you have sent us", ...WAYS]],
  [429, ["Please slow down a little", "Wait a minute", "|Try again|", ...WAYS]],
  [500, ["Something went wrong", "try again in a minute", "|Try again|", ...WAYS]],
  [503, ["We’ll be back soon", "try again in a few minutes", "|Try again|", ...WAYS]],
])("the page of %i says what happened and what to do", (status, texts) => {
  const text = page(createRefusal(status));
  for (const expectedText of [`|Error ${status}|`, ...texts]) expect(text).toContain(expectedText);
});

test("a refusal's own sentence replaces the general one", () => {
  const text = page(createRefusal(429, { refusal: "You have asked for three links." }));
  expect(text).toContain("|You have asked for three links.|");
  expect(text).not.toContain("We got too many requests");
});

test.each([
  new Error("D1_ERROR: no such table: drafts at /srv/site.js:12"),
  createRefusal(500, "D1_ERROR: no such table"),
  createRefusal(500, { message: "D1_ERROR", stack: "at /srv/site.js:12" }),
  "D1_ERROR",
  { secret: "D1_ERROR" },
])("the error page reveals no internal details: %s", (error) => {
  const text = page(error);
  expect(text).toContain("Something went wrong");
  expect(text).toContain("|Error 500|");
  expect(text).not.toMatch(/D1_ERROR|site\.js|secret|stack/);
});

test("the page offers to try again only when that may help", () => {
  for (const status of [400, 403, 404, 405, 409, 410, 413])
    expect(page(createRefusal(status))).not.toContain("|Try again|");
});

describe("maintenance", () => {
  const site = "https://portal.example";
  const request = (path: string, env: object) => maintenanceResponse(new Request(site + path), env);
  const closedEnv = {
    MAINTENANCE: "1",
    BRAND_NAME: "Quay & Co",
    SUPPORT_EMAIL: "help@quay.example",
  };

  test("every page says that the site comes back, and when to look again", async () => {
    for (const path of ["/", "/submit/artist", "/staff", "/no/such/page"]) {
      const reply = request(path, closedEnv);
      expect(reply?.status).toBe(503);
      expect(reply?.headers.get("Retry-After")).toBe(String(MAINTENANCE_WAIT));
      expect(reply?.headers.get("Cache-Control")).toBe("no-store");
      const html = (await reply?.text()) ?? "";
      expect(html).toContain("Quay &#38; Co");
      expect(html).toContain("What you saved is kept");
      expect(html).toContain("help@quay.example");
      expect(html).not.toContain("<script");
      expect(await htmlErrors(html)).toEqual([]);
    }
  });

  test("calls get the message as JSON, and health checks still work", async () => {
    const reply = request("/api/config", closedEnv);
    expect(reply?.status).toBe(503);
    expect(reply?.headers.get("Retry-After")).toBe(String(MAINTENANCE_WAIT));
    expect(await reply?.json()).toMatchObject({ success: false });
    expect(request("/api/health", closedEnv)).toBeUndefined();
  });

  test("without the setting, or with it off, the site stays open", () => {
    for (const env of [{}, { MAINTENANCE: "0" }, { MAINTENANCE: "" }])
      expect(request("/", env)).toBeUndefined();
  });

  test("the maintenance page is shown even if other settings are broken", async () => {
    const reply = request("/", { MAINTENANCE: "1", SUPPORT_EMAIL: "no address", PUBLIC_URL: 7 });
    expect(reply?.status).toBe(503);
    expect(await reply?.text()).not.toContain("mailto:");
  });
});

test("texts that a label configures appear as text in a plain page, not as markup", async () => {
  const html = await plainPage(500, {
    title: 'A "<b>"',
    text: ["<i>", "<u>"],
    supportEmail: '"><script>@x.example',
    brand: "<s>",
    mark: "<em>",
    state: "broken",
  }).text();
  expect(html).not.toMatch(/<(b|i|u|s|em|script)>/);
  expect(await htmlErrors(html)).toEqual([]);
});
