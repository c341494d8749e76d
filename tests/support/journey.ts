import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Response,
} from "playwright/test";
import { appUnderTest } from "./app-under-test";
import { MET_THE_PROXY } from "./test-tally";
import { htmlErrors } from "./valid-html";

/** The three ways in which a journey must work. */
const modes = ["scripted", "client checks off", "JavaScript off"] as const;
export type Mode = (typeof modes)[number];

/** Failures a test means to cause: reply statuses, or words of the browser's network error. */
type Expect = (...failures: (number | string)[]) => void;

interface Journey {
  mode: Mode;
  /** Whether the Beta Portal Notice was dismissed and the cookie question answered; only tests about them meet them. */
  notice: "seen" | "unseen";
  /** Announces failed loads; every other console error, page error or policy breach is a fault. */
  expectFailure: Expect;
  /** Whether scripts run, and whether the form's own rules do. */
  scripted: boolean;
  /** Closes the browser and opens it again with nothing but its cookies. */
  reopen: (page: Page) => Promise<Page>;
}

/** Makes the browser leave every rule of a form to the server. */
function switchChecksOff(): void {
  const off = (event: Event) => {
    if (event.target instanceof HTMLFormElement) event.target.dataset.checks = "off";
  };
  window.addEventListener("submit", off, true);
}

/** A 503 that no worker of ours has sent: those name the request they answer. */
const isOfTheProxy = (response: Response) =>
  response.status() === 503 && response.headers()["x-request-id"] === undefined;

/** Every page that the app draws is valid, whatever state of it a journey comes by. */
async function judgeHtml(response: Response, faults: Faults): Promise<void> {
  const type = response.headers()["content-type"] ?? "";
  if (!response.request().isNavigationRequest() || !type.startsWith("text/html")) return;
  if (response.headers()["x-request-id"] === undefined) return;
  // A page that is left at once can no longer be read.
  const html = await response.text().catch(() => undefined);
  if (html === undefined) return;
  const { pathname } = new URL(response.url());
  for (const error of await htmlErrors(html)) faults.found.push(`HTML of ${pathname}: ${error}`);
}

function watch(context: BrowserContext, faults: Faults): void {
  // The proxy of a local run drops connections to the workers that were idle for 5 seconds, and
  // answers 503 to what meets such a moment. The page must get over it, as over any other.
  context.on("response", (response) => {
    if (!isOfTheProxy(response)) return;
    faults.expected.add(response.url());
    faults.proxied = true;
  });
  context.on("response", (response) => faults.judged.push(judgeHtml(response, faults)));
  context.on("weberror", (error) => faults.found.push(`page error: ${error.error().message}`));
  // Breaches of the content security policy come as console errors too.
  context.on("console", (message) => {
    if (message.type() === "error")
      faults.found.push(`${message.text()} ${message.location().url}`);
  });
}

/**
 * Keeps requests going through the test once one has been intercepted. Where the last route of a
 * page goes, Chromium stops intercepting, and a request that is just being made then may hang for
 * good (8 of 400 on a busy machine): a page that asks again after its one lost answer met that.
 */
function keepIntercepting(page: Page): void {
  const route = page.route.bind(page);
  let keeping: Promise<unknown> | undefined;
  page.route = async (...args) => {
    keeping ??= page.context().route("http://no-page.invalid/", (none) => none.abort());
    await keeping;
    return route(...args);
  };
}

const ANSWERS_WITHIN_MS = 60_000;

/** Waits until the app answers: it is started again where the local runtime's tool has ended. */
async function appAnswers(): Promise<void> {
  const until = Date.now() + ANSWERS_WITHIN_MS;
  while (Date.now() < until) {
    if (await fetch(`${appUnderTest().url}/icon.svg`).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

interface Faults {
  found: string[];
  expected: Set<string>;
  /** Pages whose HTML is being looked through. */
  judged: Promise<void>[];
  /** Whether the local run's proxy, and not the app, answered something. */
  proxied: boolean;
}

const isAnnounced = (fault: string, expectedWords: ReadonlySet<string>) =>
  fault.startsWith("Failed to load resource") &&
  [...expectedWords].some((words) => fault.includes(words));

/** A cookie as a browser has it once somebody has chosen. */
const chosenCookie = (name: string, value: string) => ({
  ...{ name, value, domain: "localhost", path: "/", expires: -1 },
  ...{ httpOnly: false, secure: false, sameSite: "Lax" as const },
});

/** What a browser remembers in which nothing is asked any more. */
const NOTICE_SEEN = {
  cookies: [chosenCookie("beta-notice", "seen"), chosenCookie("cookie-choice", "refused")],
  origins: [],
};

/** Playwright's test in one of the three modes, failing on anything the browser complains about. */
export const test = base.extend<Journey & { faults: Faults }>({
  mode: ["scripted", { option: true }],
  notice: ["seen", { option: true }],
  storageState: ({ notice }, use) => use(notice === "seen" ? NOTICE_SEEN : undefined),
  // Smooth scrolling only makes a run wait.
  contextOptions: ({ baseURL }, use) => use({ reducedMotion: "reduce", baseURL }),
  baseURL: ({ mode: _ }, use) => use(appUnderTest().url),
  javaScriptEnabled: ({ mode }, use) => use(mode !== "JavaScript off"),
  scripted: ({ mode }, use) => use(mode !== "JavaScript off"),
  faults: [
    async ({ browser }, use, info) => {
      await appAnswers();
      const faults: Faults = { found: [], expected: new Set(), judged: [], proxied: false };
      // Other devices and reopened browsers of a test are contexts that it makes by itself.
      const watchFaults = (context: BrowserContext) => watch(context, faults);
      browser.on("context", watchFaults);
      await use(faults);
      browser.off("context", watchFaults);
      await Promise.all(faults.judged);
      if (faults.proxied) info.annotations.push({ type: MET_THE_PROXY });
      expect(faults.found.filter((fault) => !isAnnounced(fault, faults.expected))).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, mode, faults: _ }, use) => {
    if (mode === "client checks off") await context.addInitScript(switchChecksOff);
    context.on("page", keepIntercepting);
    await use(context);
  },
  reopen: async ({ browser, baseURL, viewport, javaScriptEnabled }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (page) => {
      const storageState = await page.context().storageState();
      await page.context().close();
      const options = { storageState, baseURL, viewport, javaScriptEnabled };
      const context = await browser.newContext(options);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  expectFailure: ({ faults }, use) =>
    use((...failures) => {
      for (const failure of failures)
        faults.expected.add(typeof failure === "number" ? `status of ${failure}` : failure);
    }),
});

/** Declares the same tests once with script and once without, for what no rule of a form decides. */
export function withAndWithoutScript(declare: (mode: Mode) => void): void {
  for (const mode of ["scripted", "JavaScript off"] as const)
    test.describe(mode, () => {
      test.use({ mode });
      declare(mode);
    });
}

/** Declares the same tests once per mode. */
export function inEveryMode(declare: (mode: Mode) => void): void {
  for (const mode of modes)
    test.describe(mode, () => {
      test.use({ mode });
      declare(mode);
    });
}

export { expect };
