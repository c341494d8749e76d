import { lookup } from "node:dns";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import type { LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cookie, CookieJar } from "tough-cookie";
import { isFromLocalProxy } from "../seen-events";
import type { Entry } from "./form-submission";

/* Requests as a browser makes them for a page: with cookies, and following redirects. */

export interface RequestInput {
  method: string;
  url: string;
  contentType?: string;
  body?: Uint8Array<ArrayBuffer>;
  entries?: readonly Entry[];
  headers?: Record<string, string>;
  /** The page that sends the request. */
  from?: { url: string; policy: string };
}

export class FormRequest {
  constructor(private readonly input: RequestInput) {}

  /** The entries of the form, in order. */
  get entries(): readonly Entry[] {
    return this.input.entries ?? [];
  }

  url(): string {
    return withoutFragment(this.input.url);
  }

  method(): string {
    return this.input.method;
  }

  headers(): Record<string, string> {
    const { contentType } = this.input;
    return contentType === undefined ? {} : { "content-type": contentType };
  }

  postData(): string | null {
    return this.input.body ? Buffer.from(this.input.body).toString("utf8") : null;
  }

  postDataBuffer(): Buffer | null {
    return this.input.body ? Buffer.from(this.input.body) : null;
  }

  /** Only pages are requested, no pictures or styles. */
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

export class FormResponse {
  constructor(
    private readonly sentRequest: FormRequest,
    private readonly reply: Reply,
    /** The URL with its fragment. */
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
    return this.sentRequest;
  }
}

/** A response that is a download. */
export class FormDownload {
  private readonly folders: string[] = [];

  constructor(private readonly response: FormResponse) {}

  url(): string {
    return this.response.url();
  }

  suggestedFilename(): string {
    const disposition = this.response.header("content-disposition");
    const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
    if (encoded) return decodeURIComponent(encoded);
    const [, plain] = /filename="?([^";]+)"?/i.exec(disposition) ?? [];
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

/** A cookie in Playwright's format. */
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

/** The cookie jar of a browser. */
export class Cookies {
  private readonly jar = new CookieJar(undefined, { rejectPublicSuffixes: false });

  async add(cookies: readonly CookieGiven[]): Promise<void> {
    for (const { name, value, url, domain, path, ...rest } of cookies) {
      const { hostname, pathname } = new URL(url ?? `http://${domain}${path ?? "/"}`);
      const attributes = [`${name}=${value}`, `Path=${path ?? (pathname || "/")}`];
      if (rest.httpOnly) attributes.push("HttpOnly");
      if (rest.expires !== undefined && rest.expires > 0)
        attributes.push(`Expires=${new Date(rest.expires * 1_000).toUTCString()}`);
      if (rest.sameSite) attributes.push(`SameSite=${rest.sameSite}`);
      await this.jar.setCookie(attributes.join("; "), `http://${hostname}${path ?? pathname}`);
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

  /** The Cookie header of a request. */
  header(url: string): Promise<string> {
    return this.jar.getCookieString(url);
  }

  /** Stores the cookies of a reply. */
  async store({ headers }: Reply, url: string): Promise<void> {
    for (const cookie of headers.getSetCookie())
      await this.jar.setCookie(cookie, url, { ignoreError: true });
  }
}

export const withoutFragment = (url: string) => url.replace(/#.*$/s, "");

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 20;

/** Headers by which a browser describes itself. */
const BROWSER = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8",
  "Accept-Language": "en-US",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
  "Upgrade-Insecure-Requests": "1",
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
};

/** The headers of a request's origin (Fetch standard and Referrer Policy). */
function originHeaders({ method, url, from }: RequestInput): Record<string, string> {
  if (!from) return { "Sec-Fetch-Site": "none" };
  const [target, source] = [new URL(url), new URL(from.url)];
  const isOwn = target.origin === source.origin;
  const site = isOwn
    ? "same-origin"
    : target.hostname === source.hostname
      ? "same-site"
      : "cross-site";
  const headers: Record<string, string> = { "Sec-Fetch-Site": site };
  const isSilent = from.policy === "no-referrer" || (from.policy === "same-origin" && !isOwn);
  const isWhole = isOwn && !/^(?:strict-)?origin$/.test(from.policy);
  if (!isSilent) headers.Referer = isWhole ? withoutFragment(from.url) : `${source.origin}/`;
  if (method !== "GET" && method !== "HEAD") headers.Origin = isSilent ? "null" : source.origin;
  return headers;
}

/** Resolves every name below `localhost` to this machine, as browsers do. */
const lookupAsBrowsers: LookupFunction = (name, options, callback) =>
  lookup(name.endsWith(".localhost") ? "localhost" : name, options, callback);

function exchangeOnce(input: RequestInput, cookie: string): Promise<Reply> {
  const headers: Record<string, string | number> = {
    ...BROWSER,
    ...originHeaders(input),
    ...input.headers,
    "Content-Length": input.body?.length ?? 0,
  };
  if (!input.body && input.method === "GET") delete headers["Content-Length"];
  if (cookie) headers.Cookie = cookie;
  if (input.contentType) headers["Content-Type"] = input.contentType;
  return new Promise((resolve, reject) => {
    // A new connection each, as the app may close a reused one at the wrong moment.
    const options = { method: input.method, headers, agent: false, lookup: lookupAsBrowsers };
    const call = request(withoutFragment(input.url), options, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = response;
        const responseHeaders = new Headers();
        for (let index = 0; index < rawHeaders.length; index += 2)
          responseHeaders.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
        resolve({ status, statusText, headers: responseHeaders, bytes: Buffer.concat(pieces) });
      });
    });
    call.on("error", reject);
    call.end(input.body);
  });
}

/** Sends a request, and repeats it where the local run's proxy has answered instead of the app. */
async function exchange(input: RequestInput, cookies: Cookies): Promise<FormResponse> {
  const cookie = await cookies.header(withoutFragment(input.url));
  const first = await exchangeOnce(input, cookie);
  const { status, headers, bytes } = first;
  const isOfProxy =
    status >= 500 && isFromLocalProxy(status, headers.get("x-request-id"), bytes.toString("utf8"));
  const reply = isOfProxy ? await exchangeOnce(input, cookie) : first;
  await cookies.store(reply, input.url);
  return new FormResponse(new FormRequest(input), reply, input.url);
}

/** The request that a redirect leads to. */
function toNextRequest(input: RequestInput, response: FormResponse): RequestInput | undefined {
  const location = response.header("location");
  if (!REDIRECTS.has(response.status()) || !location) return undefined;
  const nextUrl = new URL(location, input.url);
  if (!nextUrl.hash) nextUrl.hash = new URL(input.url).hash;
  const status = response.status();
  const becomesGet = status === 303 || (status < 303 && input.method === "POST");
  const { from, headers } = input;
  const redirectInput = { url: nextUrl.href, ...(from && { from }), ...(headers && { headers }) };
  return becomesGet ? { method: "GET", ...redirectInput } : { ...input, ...redirectInput };
}

/**
 * Sends a request and follows redirects.
 * @param onResponse is called with every response.
 */
export async function exchangeAll(
  first: RequestInput,
  cookies: Cookies,
  onResponse: (response: FormResponse) => void = () => {},
): Promise<FormResponse> {
  let input = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await exchange(input, cookies);
    onResponse(response);
    const nextInput = toNextRequest(input, response);
    if (!nextInput) return response;
    input = nextInput;
  }
  throw new Error(`${first.url} leads on and on.`);
}
