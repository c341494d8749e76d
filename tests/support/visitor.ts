import { appUnderTest } from "./app-under-test";
import { isFromLocalProxy } from "./seen-events";

/** Whether the local run's proxy answered because a worker had just closed its connection. */
async function isOfTheProxy(response: Response, method?: string): Promise<boolean> {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id");
  if (status < 500 || requestId !== null) return false;
  const body = method === "HEAD" ? undefined : await response.clone().text();
  return isFromLocalProxy(status, requestId, body);
}

async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : error;
    throw new Error(`No answer from ${url}: ${cause}`, { cause });
  }
}

/** A visitor without a browser: stores one cookie, and posts forms as a page without script does. */
export class Visitor {
  cookie = "";
  /** The cookie of the notice that the next page shows. */
  private reply = "";
  constructor(
    readonly base = appUnderTest().url,
    /** A unique address, so that the limits of one test do not affect another. */
    readonly address = `2001:db8:${crypto.randomUUID().replace(/-/g, "").slice(0, 24).match(/.{4}/g)?.join(":")}`,
  ) {}

  /** Sends a request without following redirects; stores the draft cookie of the reply. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie && !headers.has("Cookie")) headers.set("Cookie", this.cookie);
    headers.set("CF-Connecting-IP", this.address);
    // The local run would compress every page, and this process unpack it again.
    if (!headers.has("Accept-Encoding")) headers.set("Accept-Encoding", "identity");
    // A new connection each, as the app may close a reused one at the wrong moment.
    headers.set("Connection", "close");
    const attempt = () => fetchOnce(this.base + path, { redirect: "manual", ...init, headers });
    const first = await attempt();
    const retried =
      (await isOfTheProxy(first, init.method)) && !(init.body instanceof ReadableStream);
    const response = retried ? await attempt() : first;
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      if (pair.startsWith("reply=")) this.reply = pair;
      else this.cookie = pair;
    }
    return response;
  }

  /**
   * Posts text fields, as a form without files does. Where the reply redirects to a page that shows the
   * result, returns that page.
   */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields);
    return this.follow(await this.send(path, { method: "POST", body, headers }));
  }

  /** Follows the redirect of a post; returns the response itself where there is none. */
  async follow(response: Response, cookie = this.cookie): Promise<Response> {
    const location = response.status === 303 && response.headers.get("Location");
    if (!location) return response;
    const Cookie = [cookie, this.reply].filter(Boolean).join("; ");
    return this.send(location, { headers: { Cookie } });
  }

  /** Opens a draft, as the first request of the first step does. */
  async openDraft(): Promise<void> {
    await this.send("/submit");
    await this.send("/api/drafts/current/artist", { method: "PUT", body: new URLSearchParams() });
  }

  json(path: string, body: unknown, method = "POST"): Promise<Response> {
    const headers = { "Content-Type": "application/json" };
    return this.send(path, { method, headers, body: JSON.stringify(body) });
  }

  /** Uploads a complete file by the direct route and finishes it. */
  async upload(
    file: Uint8Array<ArrayBuffer>,
    as: {
      slot: string;
      fileType: "track" | "artwork" | "custom-artwork";
      fileName: string;
      contentType?: string;
    },
  ): Promise<Response> {
    const startReply = await this.json("/api/cloud-storage/upload-url", {
      ...as,
      fileSize: file.length,
    });
    if (!startReply.ok) return startReply;
    const plan = (await startReply.json()) as { uploadId: string; partSize: number };
    for (let number = 1, offset = 0; offset < file.length; number++, offset += plan.partSize) {
      const path = `/api/cloud-storage/uploads/${plan.uploadId}/part-urls`;
      const urlsReply = await this.json(path, { numbers: [number] });
      const { urls } = (await urlsReply.json()) as { urls: { url: string }[] };
      const part = file.subarray(offset, offset + plan.partSize);
      await this.send(urls[0]?.url ?? "", { method: "PUT", body: part });
    }
    return this.json("/api/cloud-storage/process-upload", { uploadId: plan.uploadId });
  }
}

/** Answers that pass step 0. */
export const artistAnswers = {
  artistName: "Sigrid Vale",
  firstName: "Sigrid",
  surname: "Valentin",
  email: "sigrid@example.com",
  country: "Ireland",
  city: "Cork",
};

/** Answers that pass step 1, once a track is stored. */
export function musicAnswers(releaseDate: string) {
  return {
    uploadType: "new-music",
    releaseType: "single",
    "tracks[0].title": "Night Ferry",
    "tracks[0].metadata.soloWork": "on",
    releaseTitle: "Night Ferry",
    primaryGenre: "Folk",
    subGenre: "Indie Folk",
    releaseDate,
  };
}

/** A date `days` from today as YYYY-MM-DD. */
export function dateInDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Cookies by name, the oldest first, as browsers keep and send them. */
export type CookieJar = Map<string, string>;

export function storeCookie(jar: CookieJar, setCookie: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
  if (/; Max-Age=0(;|$)/.test(setCookie)) jar.delete(name);
  else jar.set(name, value);
}

export const cookieHeader = (jar: CookieJar): string =>
  [...jar].map((pair) => pair.join("=")).join("; ");

/** A visitor with any number of cookies, which it stores and deletes as a browser does. */
export class Browser extends Visitor {
  private readonly jar: CookieJar = new Map();

  override async send(path: string, init: RequestInit = {}): Promise<Response> {
    this.cookie = cookieHeader(this.jar);
    const reply = await super.send(path, init);
    for (const setCookie of reply.headers.getSetCookie()) storeCookie(this.jar, setCookie);
    return reply;
  }

  /** Sets a cookie, as somebody does who has copied it. */
  put(name: string, value: string): void {
    this.jar.set(name, value);
  }

  read(name: string): string | undefined {
    return this.jar.get(name);
  }
}

/**
 * Creates visitors with addresses of one IPv6 /48 network, as one person may have.
 */
export function neighbours(): () => Visitor {
  const site = crypto.randomUUID().slice(0, 4);
  let count = 0;
  return () => {
    count += 1;
    return new Visitor(undefined, `2001:db9:${site}:${count.toString(16)}::1`);
  };
}
