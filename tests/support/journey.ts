import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
  expect as playwrightExpect,
  type Response,
} from "playwright/test";
import { appUnderTest } from "./app-under-test";
import type { FormResponse } from "./form-client/exchange";
import { FormContext } from "./form-client/form-client";
import { expectOfFormClient, isFormClient } from "./form-client/matchers";
import { MET_THE_PROXY } from "./stage-table";
import { htmlErrors } from "./valid-html";

/**
 * The modes in which a journey must work. Without script it runs in a form client, which requests pages
 * and posts forms as a browser does; a few such journeys run in Chromium too.
 */
type Mode = "scripted" | "client checks off" | "JavaScript off" | "JavaScript off in Chromium";

/** Failures that a test expects: statuses of replies, or texts of the browser's network error. */
type Expect = (...failures: (number | string)[]) => void;

interface Journey {
  mode: Mode;
  /** Whether the Beta Portal Notice and the cookie question were answered before. */
  notice: "seen" | "unseen";
  /** Allows failed loads; every other console error, page error or policy breach fails the test. */
  expectFailure: Expect;
  /** Whether scripts run. */
  scripted: boolean;
  /** Closes the browser and opens it again with only its cookies. */
  reopen: (page: Page) => Promise<Page>;
  /** Opens a new browser in the same mode. */
  newDevice: (
    options?: Pick<BrowserContextOptions, "baseURL" | "storageState">,
  ) => Promise<BrowserContext>;
}

/** Turns off the browser's validation of forms. */
function switchChecksOff(): void {
  const disableValidation = (event: Event) => {
    if (event.target instanceof HTMLFormElement) event.target.dataset.checks = "off";
  };
  window.addEventListener("submit", disableValidation, true);
}

/** A 503 that no worker of ours has sent: ours have a request id. */
const isOfTheProxy = (response: Response) =>
  response.status() === 503 && response.headers()["x-request-id"] === undefined;

/** Validates the HTML of every page that a journey meets. */
async function judgeHtml(response: Response | FormResponse, faults: Faults): Promise<void> {
  const type = response.headers()["content-type"] ?? "";
  if (!response.request().isNavigationRequest() || !type.startsWith("text/html")) return;
  if (response.headers()["x-request-id"] === undefined) return;
  // The body of a page that was left at once cannot be read.
  const html = await response.text().catch(() => undefined);
  if (html === undefined) return;
  const { pathname } = new URL(response.url());
  for (const error of await htmlErrors(html)) faults.messages.push(`HTML of ${pathname}: ${error}`);
}

/** Logs an error when React renders a page again instead of hydrating it, which users would see. */
function reportRedrawing(): void {
  window.addEventListener("drawn-anew", (event) => {
    if (event instanceof CustomEvent) console.error(`Drawn anew: ${event.detail}`);
  });
}

function watch(context: BrowserContext, faults: Faults): void {
  // Fails for a context that is closed at once.
  context.addInitScript(reportRedrawing).catch(() => undefined);
  // The proxy of a local run drops connections to the workers after 5 idle seconds, and may answer 503
  // then. Pages must recover from it as from any 503.
  context.on("response", (response) => {
    if (!isOfTheProxy(response)) return;
    faults.expected.add(response.url());
    faults.proxied = true;
  });
  context.on("response", (response) => faults.judged.push(judgeHtml(response, faults)));
  context.on("weberror", (error) => faults.messages.push(`page error: ${error.error().message}`));
  // Breaches of the content security policy come as console errors too.
  context.on("console", (message) => {
    if (message.type() === "error")
      faults.messages.push(`${message.text()} ${message.location().url}`);
  });
}

/**
 * Keeps interception on once a request has been intercepted. When the last route of a page is removed,
 * Chromium stops intercepting, and a request in flight may then hang for ever (8 of 400 on a busy
 * machine).
 */
function keepIntercepting(page: Page): void {
  const route = page.route.bind(page);
  let interception: Promise<unknown> | undefined;
  page.route = async (...args) => {
    interception ??= page.context().route("http://no-page.invalid/", (route) => route.abort());
    await interception;
    return route(...args);
  };
}

const ANSWERS_WITHIN_MS = 60_000;

/** Waits until the app answers, as it may be restarting after a crash of the runtime. */
async function appAnswers(): Promise<void> {
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  while (Date.now() < deadline) {
    if (await fetch(`${appUnderTest().url}/icon.svg`).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

interface Faults {
  messages: string[];
  expected: Set<string>;
  /** Validations of HTML that are still running. */
  judged: Promise<void>[];
  /** Whether the local run's proxy has answered a request instead of the app. */
  proxied: boolean;
}

/** Faults that a test may expect: failed loads, policy breaches and pages rendered again. */
const EXPECTABLE = /^(?:Failed to load resource|Drawn anew)|Content Security Policy/;

const isAnnounced = (fault: string, expectedWords: ReadonlySet<string>) =>
  EXPECTABLE.test(fault) && [...expectedWords].some((expectedText) => fault.includes(expectedText));

/** A cookie of a choice. */
const chosenCookie = (name: string, value: string) => ({
  name,
  value,
  domain: "localhost",
  path: "/",
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: "Lax" as const,
});

/** The state of a browser in which all notices were answered. */
const NOTICE_SEEN = {
  cookies: [chosenCookie("beta-notice", "seen"), chosenCookie("cookie-choice", "refused")],
  origins: [],
};

/** Playwright's test in one of the modes; it fails on any error in the browser. */
export const test = base.extend<Journey & { faults: Faults; watchedBrowser: Browser }>({
  mode: ["scripted", { option: true }],
  notice: ["seen", { option: true }],
  storageState: ({ notice }, use) => use(notice === "seen" ? NOTICE_SEEN : undefined),
  // Smooth scrolling only slows a run down.
  contextOptions: ({ baseURL }, use) => use({ reducedMotion: "reduce", baseURL }),
  baseURL: ({ mode: _ }, use) => use(appUnderTest().url),
  javaScriptEnabled: ({ mode }, use) => use(!mode.startsWith("JavaScript off")),
  scripted: ({ mode }, use) => use(!mode.startsWith("JavaScript off")),
  faults: [
    async ({ mode: _ }, use, info) => {
      await appAnswers();
      const faults: Faults = { messages: [], expected: new Set(), judged: [], proxied: false };
      await use(faults);
      await Promise.all(faults.judged);
      if (faults.proxied) info.annotations.push({ type: MET_THE_PROXY });
      playwrightExpect(
        faults.messages.filter((fault) => !isAnnounced(fault, faults.expected)),
      ).toEqual([]);
    },
    { auto: true },
  ],
  // Separate from `faults`, as a journey without script starts no browser.
  watchedBrowser: async ({ browser, faults }, use) => {
    // A test also creates contexts of its own, for other devices and reopened browsers.
    const watchFaults = (context: BrowserContext) => watch(context, faults);
    browser.on("context", watchFaults);
    await use(browser);
    browser.off("context", watchFaults);
  },
  context: async ({ watchedBrowser: _, context, mode }, use) => {
    if (mode === "client checks off") await context.addInitScript(switchChecksOff);
    context.on("page", keepIntercepting);
    await use(context);
  },
  reopen: async ({ watchedBrowser, baseURL, viewport, javaScriptEnabled }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (page) => {
      const storageState = await page.context().storageState();
      await page.context().close();
      const options = { storageState, baseURL, viewport, javaScriptEnabled };
      const context = await watchedBrowser.newContext(options);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  newDevice: async ({ watchedBrowser, baseURL, viewport, javaScriptEnabled }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const contextOptions = { baseURL, viewport, javaScriptEnabled, ...options };
      const context = await watchedBrowser.newContext(contextOptions);
      contexts.push(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },
  expectFailure: ({ faults }, use) =>
    use((...failures) => {
      for (const failure of failures)
        faults.expected.add(typeof failure === "number" ? `status of ${failure}` : failure);
    }),
});

type StorageState = BrowserContextOptions["storageState"];

/**
 * Opens a form client in place of a browser without script. It has the part of Playwright's interface
 * that journeys use; a test that uses another part fails.
 */
export async function openFormClient(
  options: Parameters<typeof FormContext.create>[0],
): Promise<BrowserContext> {
  return (await FormContext.create(options)) as unknown as BrowserContext;
}

/** Opens form clients that record faults as a watched browser does, and closes them at the end. */
async function withFormClients(
  { baseURL, faults }: { baseURL: string | undefined; faults: Faults },
  use: (open: (storageState?: StorageState) => Promise<BrowserContext>) => Promise<void>,
): Promise<void> {
  const contexts: BrowserContext[] = [];
  const onPage = (response: FormResponse) => {
    faults.judged.push(judgeHtml(response, faults));
    // Chromium's text.
    const failure = `Failed to load resource: the server responded with a status of ${response.status()}`;
    if (response.status() >= 400) faults.messages.push(`${failure} ${response.url()}`);
  };
  await use(async (storageState) => {
    const initialState = typeof storageState === "string" ? undefined : storageState;
    const context = await openFormClient({ baseURL, storageState: initialState, onPage });
    contexts.push(context);
    return context;
  });
  for (const context of contexts) await context.close();
}

/** Runs the tests of a group in a mode. */
export function useMode(mode: Mode): void {
  test.use({ mode });
  // `npm run test:deep -- --part browsers` runs them all in Chromium.
  if (mode !== "JavaScript off" || process.env.SCRIPT_FREE === "chromium") return;
  // Overrides the fixtures that would start a browser.
  test.use({
    context: ({ baseURL, faults, storageState }, use) =>
      withFormClients({ baseURL, faults }, async (open) => use(await open(storageState))),
    newDevice: ({ baseURL, faults }, use) =>
      withFormClients({ baseURL, faults }, (open) => use((options) => open(options?.storageState))),
    reopen: ({ baseURL, faults }, use) =>
      withFormClients({ baseURL, faults }, (open) =>
        use(async (page) => {
          const storageState = await page.context().storageState();
          await page.context().close();
          return (await open(storageState)).newPage();
        }),
      ),
  });
}

/** The tag of variants that only `npm run test:deep -- --part controls` tries. */
export const VARIANT = "@deep-controls";

/** Declares the same tests once in each of these modes, and as variants in the others. */
export function withVariants<Some extends Mode>(
  modes: readonly Some[],
  variants: readonly Some[],
  declare: (mode: Some) => void,
): void {
  for (const mode of [...modes, ...variants])
    test.describe(mode, { tag: variants.includes(mode) ? VARIANT : [] }, () => {
      useMode(mode);
      declare(mode);
    });
}

/** Declares the same tests once in each of these modes. */
export function inModes<Some extends Mode>(
  modes: readonly Some[],
  declare: (mode: Some) => void,
): void {
  withVariants(modes, [], declare);
}

/** Declares the same tests once with script and once without. */
export function withAndWithoutScript(declare: (mode: "scripted" | "JavaScript off") => void): void {
  inModes(["scripted", "JavaScript off"], declare);
}

/** Declares the same tests once without script, and once with script as a variant. */
export function scriptedAsVariant(declare: (mode: "scripted" | "JavaScript off") => void): void {
  withVariants(["JavaScript off"], ["scripted"], declare);
}

/** Whether a page is of a form client. */
export const isScriptFree = (page: Page): boolean => isFormClient(page);

/** Playwright's `expect`, extended for form clients. */
export const expect = new Proxy(playwrightExpect, {
  apply: (target, self, given: Parameters<typeof playwrightExpect>) => {
    const [thing, message] = given;
    if (!isFormClient(thing)) return Reflect.apply(target, self, given);
    return expectOfFormClient(thing, typeof message === "string" ? message : message?.message);
  },
});
