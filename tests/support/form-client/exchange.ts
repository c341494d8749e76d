import { lookup } from "node:dns";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import type { LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cookie, CookieJar } from "tough-cookie";
import { isFromLocalProxy } from "../seen-events";
import type { Entry } from "./form-submission";

/* Requests as a browser makes them for a page: with its cookies, one after the other where they lead on. */

/** What is asked for. */
export interface Ask {
  method: string;
  url: string;
  contentType?: string;
  body?: Uint8Array<ArrayBuffer>;
  entries?: readonly Entry[];
  headers?: Record<string, string>;
  /** The page that it is asked from. */
  from?: { url: string; policy: string };
}

/** A request that was made. */
export class FormRequest {
  constructor(private readonly ask: Ask) {}

  /** What a form has sent, in order. */
  get entries(): readonly Entry[] {
    return this.ask.entries ?? [];
  }

  url(): string {
    return withoutFragment(this.ask.url);
  }

  method(): string {
    return this.ask.method;
  }

  headers(): Record<string, string> {
    const { contentType } = this.ask;
    return contentType === undefined ? {} : { "content-type": contentType };
  }

  postData(): string | null {
    return this.ask.body ? Buffer.from(this.ask.body).toString("utf8") : null;
  }

  postDataBuffer(): Buffer | null {
    return this.ask.body ? Buffer.from(this.ask.body) : null;
  }

  /** Nothing but pages is asked for: pictures and styles are left where they are. */
  resourceType(): string {
    return "document";
  }

  isNavigationRequest(): boolean {
    return true;
  }
}

interface Reply {
  status: number;
  statusText: string;
  headers: Headers;
  bytes: Buffer;
}

/** What came back. */
export class FormResponse {
  constructor(
    private readonly asked: FormRequest,
    private readonly reply: Reply,
    /** With the fragment that leads to a place in it. */
    readonly address: string,
  ) {}

  get bytes(): Buffer {
    return this.reply.bytes;
  }

  url(): string {
    return withoutFragment(this.address);
  }

  status(): number {
    return this.reply.status;
  }

  statusText(): string {
    return this.reply.statusText;
  }

  ok(): boolean {
    return this.reply.status >= 200 && this.reply.status < 300;
  }

  header(name: string): string {
    return this.reply.headers.get(name) ?? "";
  }

  headers(): Record<string, string> {
    return Object.fromEntries(this.reply.headers);
  }

  async body(): Promise<Buffer> {
    return this.bytes;
  }

  async text(): Promise<string> {
    return this.bytes.toString("utf8");
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  request(): FormRequest {
    return this.asked;
  }
}

/** A file that came instead of a page. */
export class FormDownload {
  private readonly folders: string[] = [];

  constructor(private readonly response: FormResponse) {}

  url(): string {
    return this.response.url();
  }

  suggestedFilename(): string {
    const said = this.response.header("content-disposition");
    const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(said) ?? [];
    if (encoded) return decodeURIComponent(encoded);
    const [, plain] = /filename="?([^";]+)"?/i.exec(said) ?? [];
    return plain ?? new URL(this.url()).pathname.split("/").at(-1) ?? "";
  }

  async saveAs(path: string): Promise<void> {
    writeFileSync(path, this.response.bytes);
  }

  async path(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), "download-"));
    this.folders.push(folder);
    await this.saveAs(join(folder, "file"));
    return join(folder, "file");
  }

  remove(): void {
    for (const folder of this.folders) rmSync(folder, { recursive: true });
  }
}

/** A cookie as Playwright tells of it. */
export interface CookieState {
  name: string;
  value: string;
  domain: string;
  path: string;
  /** Seconds, or -1 for one that ends with the browser. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Strict" | "Lax" | "None";
}

type CookieGiven = Pick<CookieState, "name" | "value"> & Partial<CookieState> & { url?: string };

const SAME_SITE = { strict: "Strict", lax: "Lax", none: "None" } as const;

function cookieState(cookie: Cookie): CookieState {
  const { key: name, value, domain, path, httpOnly, secure, sameSite } = cookie;
  const ends = cookie.expiryTime();
  const expires = ends === undefined || !Number.isFinite(ends) ? -1 : ends / 1_000;
  const policy = SAME_SITE[sameSite === "strict" || sameSite === "none" ? sameSite : "lax"];
  return {
    name,
    value,
    domain: domain ?? "",
    path: path ?? "/",
    expires,
    httpOnly,
    secure,
    sameSite: policy,
  };
}

/** What a browser remembers of sites. */
export class Cookies {
  private readonly jar = new CookieJar(undefined, { rejectPublicSuffixes: false });

  async add(given: readonly CookieGiven[]): Promise<void> {
    for (const { name, value, url, domain, path, ...rest } of given) {
      const { hostname, pathname } = new URL(url ?? `http://${domain}${path ?? "/"}`);
      const words = [`${name}=${value}`, `Path=${path ?? (pathname || "/")}`];
      if (rest.httpOnly) words.push("HttpOnly");
      if (rest.expires !== undefined && rest.expires > 0)
        words.push(`Expires=${new Date(rest.expires * 1_000).toUTCString()}`);
      if (rest.sameSite) words.push(`SameSite=${rest.sameSite}`);
      await this.jar.setCookie(words.join("; "), `http://${hostname}${path ?? pathname}`);
    }
  }

  async all(): Promise<CookieState[]> {
    const cookies = await this.jar.store.getAllCookies();
    const now = Date.now();
    return cookies
      .filter((cookie) => (cookie.expiryTime() ?? Number.POSITIVE_INFINITY) > now)
      .map(cookieState);
  }

  async clear({ name }: { name?: string } = {}): Promise<void> {
    for (const { key, domain, path } of await this.jar.store.getAllCookies())
      if (name === undefined || key === name)
        await this.jar.store.removeCookie(domain ?? "", path ?? "/", key);
  }

  /** What goes along with a request. */
  header(url: string): Promise<string> {
    return this.jar.getCookieString(url);
  }

  /** Remembers what an answer asks for. */
  async keep({ headers }: Reply, url: string): Promise<void> {
    for (const cookie of headers.getSetCookie())
      await this.jar.setCookie(cookie, url, { ignoreError: true });
  }
}

/** An address as requests have it. */
export const withoutFragment = (url: string) => url.replace(/#.*$/s, "");

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 20;

/** What a browser says of itself, where that may matter. */
const BROWSER = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8",
  "Accept-Language": "en-US",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
  "Upgrade-Insecure-Requests": "1",
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
};

/** What is said of where a request comes from (Fetch standard, and Referrer Policy). */
function originHeaders({ method, url, from }: Ask): Record<string, string> {
  if (!from) return { "Sec-Fetch-Site": "none" };
  const [there, here] = [new URL(url), new URL(from.url)];
  const isOwn = there.origin === here.origin;
  const site = isOwn
    ? "same-origin"
    : there.hostname === here.hostname
      ? "same-site"
      : "cross-site";
  const headers: Record<string, string> = { "Sec-Fetch-Site": site };
  const isSilent = from.policy === "no-referrer" || (from.policy === "same-origin" && !isOwn);
  const isWhole = isOwn && !/^(?:strict-)?origin$/.test(from.policy);
  if (!isSilent) headers.Referer = isWhole ? withoutFragment(from.url) : `${here.origin}/`;
  if (method !== "GET" && method !== "HEAD") headers.Origin = isSilent ? "null" : here.origin;
  return headers;
}

/** Every name below `localhost` is this machine, as it is to browsers. */
const lookupAsBrowsers: LookupFunction = (name, options, found) =>
  lookup(name.endsWith(".localhost") ? "localhost" : name, options, found);

function exchangeOnce(ask: Ask, cookie: string): Promise<Reply> {
  const headers: Record<string, string | number> = {
    ...BROWSER,
    ...originHeaders(ask),
    ...ask.headers,
    "Content-Length": ask.body?.length ?? 0,
  };
  if (!ask.body && ask.method === "GET") delete headers["Content-Length"];
  if (cookie) headers.Cookie = cookie;
  if (ask.contentType) headers["Content-Type"] = ask.contentType;
  return new Promise((resolve, reject) => {
    // A connection each: one that is kept may be closed by the app just when it is used again.
    const options = { method: ask.method, headers, agent: false, lookup: lookupAsBrowsers };
    const call = request(withoutFragment(ask.url), options, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = response;
        const got = new Headers();
        for (let at = 0; at < rawHeaders.length; at += 2)
          got.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
        resolve({ status, statusText, headers: got, bytes: Buffer.concat(pieces) });
      });
    });
    call.on("error", reject);
    call.end(ask.body);
  });
}

/** One request; once more where the local run's proxy has answered it, and not the app. */
async function exchange(ask: Ask, cookies: Cookies): Promise<FormResponse> {
  const cookie = await cookies.header(withoutFragment(ask.url));
  const first = await exchangeOnce(ask, cookie);
  const { status, headers, bytes } = first;
  const isOfProxy =
    status >= 500 && isFromLocalProxy(status, headers.get("x-request-id"), bytes.toString("utf8"));
  const reply = isOfProxy ? await exchangeOnce(ask, cookie) : first;
  await cookies.keep(reply, ask.url);
  return new FormResponse(new FormRequest(ask), reply, ask.url);
}

/** What follows from an answer that leads on. */
function nextAsk(ask: Ask, response: FormResponse): Ask | undefined {
  const location = response.header("location");
  if (!REDIRECTS.has(response.status()) || !location) return undefined;
  const next = new URL(location, ask.url);
  if (!next.hash) next.hash = new URL(ask.url).hash;
  const status = response.status();
  const becomesGet = status === 303 || (status < 303 && ask.method === "POST");
  const { from, headers } = ask;
  const more = { url: next.href, ...(from && { from }), ...(headers && { headers }) };
  return becomesGet ? { method: "GET", ...more } : { ...ask, ...more };
}

/**
 * Asks, and follows where answers lead on to.
 * @param tell of each request on the way, with its answer.
 */
export async function exchangeAll(
  first: Ask,
  cookies: Cookies,
  tell: (response: FormResponse) => void = () => {},
): Promise<FormResponse> {
  let ask = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await exchange(ask, cookies);
    tell(response);
    const next = nextAsk(ask, response);
    if (!next) return response;
    ask = next;
  }
  throw new Error(`${first.url} leads on and on.`);
}
