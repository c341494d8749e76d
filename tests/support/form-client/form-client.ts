import { EventEmitter } from "node:events";
import { JSDOM, VirtualConsole } from "jsdom";
import { isDetails, isHtml, isInput, isLabel, isLink } from "./element-kinds";
import {
  type CookieState,
  Cookies,
  exchangeAll,
  FormDownload,
  type FormRequest,
  type FormResponse,
  type RequestInput,
  withoutFragment,
} from "./exchange";
import {
  buildSubmission,
  type ChosenFile,
  defaultSubmitter,
  firstInvalid,
  isFileInput,
  isSubmitter,
  readChosenFile,
  type Submitter,
} from "./form-submission";
import { type FileGiven, Finder, FormLocator, type LocatedPage } from "./locator";
import { findSummarized, isDisabled, isVisible } from "./page-reading";

/*
 * A browser without script for journeys: pages, forms and cookies over plain HTTP. It offers what the
 * journeys use of Playwright's pages, by the same names.
 */

/** A URL, a pattern with `*` and `**`, or a predicate. */
export type UrlWanted = string | RegExp | ((url: URL) => boolean);

export function matchesUrl(url: string, expected: UrlWanted, base: string | undefined): boolean {
  if (typeof expected === "function") return expected(new URL(url));
  if (expected instanceof RegExp) return expected.test(url);
  const fullPattern = expected.startsWith("*") ? expected : new URL(expected, base).href;
  const pattern = fullPattern
    .replaceAll(/[.+^${}()|[\]\\?]/g, "\\$&")
    .replaceAll(/\*\*|\*/g, (stars) => (stars === "**" ? ".*" : "[^/]*"));
  return new RegExp(`^${pattern}$`).test(url);
}

type Matching<Thing> = string | RegExp | ((thing: Thing) => boolean | Promise<boolean>);

interface Events {
  request: FormRequest;
  response: FormResponse;
  popup: FormPage;
  download: FormDownload;
  page: FormPage;
}

/** Event listeners; events that need scripts are accepted and never emitted. */
class Listeners {
  private readonly events = new EventEmitter().setMaxListeners(100);

  on(name: string, listener: (event: unknown) => void): void {
    this.events.on(name, listener);
  }

  off(name: string, listener: (event: unknown) => void): void {
    this.events.off(name, listener);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    this.events.emit(name, event);
  }

  waitForNext<Name extends keyof Events>(name: Name): Promise<Events[Name]> {
    return new Promise((resolve) => this.events.once(name, resolve));
  }
}

const NO_PAGE = "about:blank";
/** Discards jsdom's messages about what it does not implement, such as layout. */
const silent = new VirtualConsole();

function parse(html: string, url: string): JSDOM {
  return new JSDOM(html, { url, virtualConsole: silent });
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The HTML that stands for a response that is no page. */
function htmlFor(response: FormResponse, type: string): string {
  const text = response.bytes.toString("utf8");
  if (type === "text/html") return text;
  if (type.startsWith("image/")) return `<img src="${response.url()}" alt="">`;
  if (/^text\/|json$/.test(type)) return `<pre>${escapeHtml(text)}</pre>`;
  return `<embed src="${response.url()}">`;
}

/** Types that a browser shows instead of downloading. */
const SHOWN = /^(?:text|image|audio|video)\/|^application\/(?:pdf|json|.*\+(?:xml|json))$|json$/;

const ACTIVE =
  "a[href], area[href], button, input, label, select, summary, textarea, [contenteditable]";

/** A page of a browser without script. */
export class FormPage extends Finder implements LocatedPage {
  private readonly listeners = new Listeners();
  private dom = parse("", NO_PAGE);
  private chosen = new WeakMap<Element, readonly ChosenFile[]>();
  private last: RequestInput | undefined;
  private policy = "";
  private closed = false;
  readonly keyboard = {
    press: (key: string): Promise<void> =>
      this.pressKey(this.document.activeElement ?? this.document.body, key),
  };

  constructor(private readonly browser: FormContext) {
    super();
  }

  override child(find: (root: Document | Element) => Element[], description: string): FormLocator {
    return new FormLocator(this, find, description);
  }

  on(name: string, listener: (thing: unknown) => void): this {
    this.listeners.on(name, listener);
    return this;
  }

  off(name: string, listener: (thing: unknown) => void): this {
    this.listeners.off(name, listener);
    return this;
  }

  waitForEvent<Name extends keyof Events>(name: Name): Promise<Events[Name]> {
    return this.listeners.waitForNext(name);
  }

  get document(): Document {
    return this.dom.window.document;
  }

  get request() {
    return this.browser.request;
  }

  context(): FormContext {
    return this.browser;
  }

  url(): string {
    return this.document.URL;
  }

  async title(): Promise<string> {
    return this.document.title;
  }

  async content(): Promise<string> {
    return this.dom.serialize();
  }

  isClosed(): boolean {
    return this.closed;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.dom.window.close();
    this.browser.removePage(this);
  }

  /** Every page is complete at once. */
  async waitForLoadState(): Promise<void> {}

  async goto(address: string): Promise<FormResponse | null> {
    const url = new URL(address, this.browser.baseURL).href;
    return this.visit({ method: "GET", url });
  }

  async reload(): Promise<FormResponse | null> {
    return this.last ? this.load(this.last) : null;
  }

  async waitForURL(wanted: UrlWanted): Promise<void> {
    if (!matchesUrl(this.url(), wanted, this.browser.baseURL))
      throw new Error(`The page is at ${this.url()}, and not at ${wanted}.`);
  }

  async waitForResponse(wanted: Matching<FormResponse>): Promise<FormResponse> {
    for (;;) {
      const response = await this.listeners.waitForNext("response");
      if (await this.isMeant(response, wanted)) return response;
    }
  }

  async waitForRequest(wanted: Matching<FormRequest>): Promise<FormRequest> {
    for (;;) {
      const request = await this.listeners.waitForNext("request");
      if (await this.isMeant(request, wanted)) return request;
    }
  }

  private async isMeant<Thing extends FormRequest | FormResponse>(
    first: Thing,
    wanted: Matching<Thing>,
  ): Promise<boolean> {
    if (typeof wanted !== "function") return matchesUrl(first.url(), wanted, this.browser.baseURL);
    return wanted(first);
  }

  /** Selects files for a field. */
  choose(element: Element, selectedFiles: readonly FileGiven[], description: string): void {
    if (!isFileInput(element)) throw new Error(`${description} takes no files.`);
    if (selectedFiles.length > 1 && !element.multiple)
      throw new Error(`${description} takes one file.`);
    const files = selectedFiles.map((file) => {
      if (typeof file === "string") return readChosenFile(file);
      return { name: file.name, type: file.mimeType, bytes: file.buffer };
    });
    this.chosen.set(element, files);
  }

  /** Clicks an element: follows a link, submits a form, checks a box or opens details. */
  async activate(target: Element): Promise<void> {
    const element = target.closest(ACTIVE);
    if (!element || isDisabled(element)) return;
    if (isLabel(element)) {
      if (element.control) await this.activate(element.control);
      return;
    }
    if (!isHtml(element)) return;
    element.focus();
    if (isLink(element)) return this.follow(element);
    if (isSubmitter(element)) {
      if (element.form) await this.submit(element.form, element);
      return;
    }
    if (element.localName === "summary") return openOrClose(element);
    // Checks boxes, selects radio buttons and resets forms.
    element.click();
  }

  /** Presses a key in an element. */
  async pressKey(element: Element, key: string): Promise<void> {
    if (key !== "Enter" && key !== "Space") throw new Error(`No key ${key} works without script.`);
    if (/^(?:button|summary|a)$/.test(element.localName) || isSubmitter(element)) {
      if (key === "Enter" || (key === "Space" && element.localName !== "a"))
        await this.activate(element);
    } else if (isInput(element)) {
      if (key === "Space" && /^(?:checkbox|radio)$/.test(element.type)) element.click();
      if (key === "Enter" && /^(?:button|reset)$/.test(element.type)) element.click();
      else if (key === "Enter" && element.form) await this.submitByEnter(element.form);
    }
  }

  /** Submits a form by Enter (HTML standard, implicit submission). */
  private async submitByEnter(form: HTMLFormElement): Promise<void> {
    const submitter = defaultSubmitter(form);
    if (submitter) {
      if (!isDisabled(submitter)) await this.submit(form, submitter);
      return;
    }
    const activatesOnEnter =
      "input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=button], [type=range], [type=color])";
    if (form.querySelectorAll(activatesOnEnter).length <= 1) await this.submit(form, undefined);
  }

  private async submit(form: HTMLFormElement, submitter: Submitter | undefined): Promise<void> {
    const refused = firstInvalid(form, submitter, this.chosen);
    if (refused) {
      if (isHtml(refused)) refused.focus();
      return;
    }
    const { method, url, contentType, body, entries, target } = buildSubmission(
      form,
      submitter,
      this.chosen,
    );
    const input: RequestInput = { method, url, entries, from: this.currentPage() };
    if (body && contentType) Object.assign(input, { body, contentType });
    await this.openIn(target, input);
  }

  private async follow(link: HTMLAnchorElement | HTMLAreaElement): Promise<void> {
    if (!/^https?:/.test(link.protocol)) return;
    await this.openIn(link.target, { method: "GET", url: link.href, from: this.currentPage() });
  }

  private currentPage() {
    return { url: this.url(), policy: this.policy };
  }

  private async openIn(target: string, input: RequestInput): Promise<void> {
    if (target !== "_blank") {
      await this.visit(input);
      return;
    }
    const popup = this.browser.openPage();
    this.listeners.emit("popup", popup);
    await popup.visit(input);
  }

  /** Navigates; within the page where only the fragment differs. */
  private async visit(input: RequestInput): Promise<FormResponse | null> {
    const { hash } = new URL(input.url);
    if (
      input.method === "GET" &&
      hash &&
      !input.entries &&
      withoutFragment(input.url) === withoutFragment(this.url())
    ) {
      this.dom.reconfigure({ url: input.url });
      this.goToFragment();
      return null;
    }
    return this.load(input);
  }

  private async load(input: RequestInput): Promise<FormResponse> {
    const response = await exchangeAll(input, this.browser.cookieJar, (hop) => {
      this.listeners.emit("request", hop.request());
      this.listeners.emit("response", hop);
    });
    this.browser.onResponse(response);
    const [type = ""] = response.header("content-type").split(";");
    if (response.status() === 204 || response.status() === 205) return response;
    if (/^attachment/i.test(response.header("content-disposition")) || !SHOWN.test(type)) {
      const download = new FormDownload(response);
      this.browser.addDownload(download);
      this.listeners.emit("download", download);
      return response;
    }
    this.dom.window.close();
    this.dom = parse(htmlFor(response, type), response.address);
    this.policy =
      [...this.document.querySelectorAll('meta[name="referrer" i][content]')]
        .at(-1)
        ?.getAttribute("content") ?? response.header("referrer-policy");
    this.chosen = new WeakMap();
    // A reload repeats the last request, not the redirects before it.
    const wasSent = response.request().method() === input.method && input.method !== "GET";
    this.last = wasSent ? input : { method: "GET", url: response.address };
    for (const details of this.document.querySelectorAll("details[open]"))
      if (details.hasAttribute("open")) openAlone(details);
    if (!this.goToFragment()) this.autofocus();
    return response;
  }

  /** Goes to the element that the fragment names. @returns whether there is one. */
  private goToFragment(): boolean {
    const fragment = decodeURIComponent(new URL(this.url()).hash.slice(1));
    const place = fragment ? this.document.getElementById(fragment) : null;
    if (!place) return false;
    for (let ancestor: Element | null = place; ancestor; ancestor = ancestor.parentElement) {
      const details = ancestor.parentElement;
      // The summary of closed details is visible anyway.
      if (details && isDetails(details) && !findSummarized(ancestor)) openAlone(details);
    }
    if (!isDisabled(place)) place.focus();
    return true;
  }

  private autofocus(): void {
    const first = [...this.document.querySelectorAll<HTMLElement>("[autofocus]")].find(
      (element) => isVisible(element) && !isDisabled(element),
    );
    first?.focus();
  }
}

/** Opens details, and closes those of the same name. */
function openAlone(details: Element): void {
  details.setAttribute("open", "");
  const name = details.getAttribute("name");
  if (!name) return;
  for (const otherDetails of details.ownerDocument.querySelectorAll("details[open][name]"))
    if (otherDetails !== details && otherDetails.getAttribute("name") === name)
      otherDetails.removeAttribute("open");
}

/** Opens or closes the details of a summary. */
function openOrClose(summary: Element): void {
  const details = findSummarized(summary);
  if (details?.hasAttribute("open")) details.removeAttribute("open");
  else if (details) openAlone(details);
}

interface RequestOptions {
  form?: Record<string, string>;
  data?: unknown;
  headers?: Record<string, string>;
}

interface ContextOptions {
  baseURL?: string | undefined;
  storageState?: { cookies: readonly CookieState[] } | undefined;
  /** Called with every response. */
  onPage: (response: FormResponse) => void;
}

/** A browser without script, with cookies of its own. */
export class FormContext {
  private readonly listeners = new Listeners();
  readonly baseURL: string | undefined;
  readonly cookieJar = new Cookies();
  private readonly openPages = new Set<FormPage>();
  private readonly downloads: FormDownload[] = [];
  private readonly onPage: ContextOptions["onPage"];
  readonly request = {
    get: (url: string, options?: RequestOptions) => this.sendRequest("GET", url, options),
    post: (url: string, options?: RequestOptions) => this.sendRequest("POST", url, options),
  };

  private constructor({ baseURL, onPage }: ContextOptions) {
    this.baseURL = baseURL;
    this.onPage = onPage;
  }

  static async create(options: ContextOptions): Promise<FormContext> {
    const context = new FormContext(options);
    await context.addCookies(options.storageState?.cookies ?? []);
    return context;
  }

  on(name: string, listener: (thing: unknown) => void): this {
    this.listeners.on(name, listener);
    return this;
  }

  waitForEvent<Name extends keyof Events>(name: Name): Promise<Events[Name]> {
    return this.listeners.waitForNext(name);
  }

  private sendRequest(
    method: string,
    address: string,
    { form, data, headers = {} }: RequestOptions = {},
  ) {
    const input: RequestInput = { method, url: new URL(address, this.baseURL).href, headers };
    const encoder = new TextEncoder();
    if (form) {
      input.contentType = "application/x-www-form-urlencoded";
      input.body = encoder.encode(new URLSearchParams(form).toString());
    } else if (data !== undefined) {
      input.contentType = "application/json";
      input.body = encoder.encode(JSON.stringify(data));
    }
    return exchangeAll(input, this.cookieJar);
  }

  openPage(): FormPage {
    const page = new FormPage(this);
    this.openPages.add(page);
    this.listeners.emit("page", page);
    return page;
  }

  async newPage(): Promise<FormPage> {
    return this.openPage();
  }

  pages(): FormPage[] {
    return [...this.openPages];
  }

  removePage(page: FormPage): void {
    this.openPages.delete(page);
  }

  addDownload(download: FormDownload): void {
    this.downloads.push(download);
  }

  onResponse(response: FormResponse): void {
    this.onPage(response);
  }

  cookies(): Promise<CookieState[]> {
    return this.cookieJar.all();
  }

  addCookies(cookies: Parameters<Cookies["add"]>[0]): Promise<void> {
    return this.cookieJar.add(cookies);
  }

  clearCookies(filter?: { name?: string }): Promise<void> {
    return this.cookieJar.clear(filter);
  }

  async storageState(): Promise<{ cookies: CookieState[]; origins: [] }> {
    return { cookies: await this.cookies(), origins: [] };
  }

  async close(): Promise<void> {
    for (const page of this.pages()) await page.close();
    for (const download of this.downloads) download.remove();
  }
}
