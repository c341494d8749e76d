import { base64 } from "~/platform/formats/base64";
import { isSecretLink } from "~/platform/formats/route-name";
import { isShell, SHELL } from "~/platform/formats/shell";
import type { Settings } from "~/platform/settings";
import { setRetryAfter } from "../formats/retry-after";

/** 128 random bits for the content security policy of one response. */
export function secretNonce(): string {
  return base64(crypto.getRandomValues(new Uint8Array(16)));
}

/** What a page may load beside what every page may. */
interface PolicySources extends CspSources {
  /** Lets the page listen for new builds. */
  liveReload: boolean;
}

/** What a page may take from elsewhere, and send there; nothing, where it is left out. */
export interface CspSources {
  /** Covers and portraits of a catalogue that are shown from where they lie. */
  pictures?: readonly string[];
  /** Where files are sent to, beside this site. */
  storage?: readonly string[];
  /** Pages that may stand within ours. */
  frames?: readonly string[];
}

function securityPolicy(
  nonce: string,
  { liveReload, pictures = [], storage = [], frames = [] }: PolicySources,
): string {
  const connect = ["'self'", ...storage, ...(liveReload ? ["ws://localhost:*"] : [])];
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Mantine sets sizes and colours of single elements by style attributes.
    [
      "style-src 'self'",
      ...(frames.length > 0 ? [EMBEDDED_STYLE] : []),
      // Vite puts the styles of changed files into the page.
      ...(liveReload ? ["'unsafe-inline'"] : []),
    ].join(" "),
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' blob: data:", ...pictures].join(" "),
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${connect.join(" ")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(frames.length > 0 ? [["frame-src", ...frames].join(" ")] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Where the pictures of the catalogue lie: Spotify's own, once it is asked itself. */
export function pictureSources({ SPOTIFY_CLIENT_ID }: Pick<Settings, "SPOTIFY_CLIENT_ID">) {
  return SPOTIFY_CLIENT_ID ? ["https://i.scdn.co"] : [];
}

/** Where parts of files go: to S3 storage, once its access is set. */
export function storageSources({ R2_S3_ENDPOINT }: Pick<Settings, "R2_S3_ENDPOINT">) {
  return R2_S3_ENDPOINT ? [new URL(R2_S3_ENDPOINT).origin] : [];
}

/** Of the style sheet that Dropbox Sign's script puts into the page; a test of ours watches over it. */
const EMBEDDED_STYLE =
  // It is put there empty, and then filled.
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-gjO2GK6gRpm5uJZUyPWOKUJW+pFZsd2l28cKRu6+TZ4='";

/** What signs within our page: Dropbox Sign, where it is set up, or its stand-in on this machine. */
export function signingFrames(
  settings: Pick<Settings, "DROPBOX_SIGN_API_KEY" | "DROPBOX_SIGN_SANDBOX">,
) {
  if (settings.DROPBOX_SIGN_API_KEY) return ["https://app.hellosign.com"];
  return settings.DROPBOX_SIGN_SANDBOX === "1" ? ["'self'"] : [];
}

/** What of other sites pages have to do with, as this site is set up. */
export const cspSources = (settings: Settings): CspSources => ({
  pictures: pictureSources(settings),
  storage: storageSources(settings),
  frames: signingFrames(settings),
});

/** The page of the stand-in, which stands within ours; only local runs have it. */
const SANDBOX_SIGNING = /^\/sandbox\/dropbox-sign\//;

/** The headers every response carries. The body is passed on untouched. */
export function withSecurityHeaders(
  response: Response,
  request: Request,
  { nonce, requestId, ...sources }: { nonce: string; requestId: string } & PolicySources,
): Response {
  const headers = new Headers(response.headers);
  const { pathname, protocol } = new URL(request.url);
  const isFramed = SANDBOX_SIGNING.test(pathname);
  const basePolicy = securityPolicy(nonce, sources);
  const framedPolicy = isFramed
    ? basePolicy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    : basePolicy;
  headers.set("Content-Security-Policy", framedPolicy);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", isFramed ? "SAMEORIGIN" : "DENY");
  // Not everywhere no-referrer: with it browsers send "Origin: null" on our own forms.
  const isSecret = isSecretLink(pathname);
  headers.set("Referrer-Policy", isSecret ? "no-referrer" : "same-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  // What a worker says is meant for one person, unless it says otherwise.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Request-Id", requestId);
  if (isShell(request)) {
    headers.set(SHELL, "1");
    // Nobody has nothing to be remembered by.
    headers.delete("Set-Cookie");
  }
  if (protocol === "https:")
    headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

/** The response with the headers that others than its maker want it to carry. */
export function withReplyHeaders(response: Response, extraHeaders: Headers): Response {
  const entries = [...extraHeaders];
  if (entries.length === 0 && response.status !== 429) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of entries)
    if (name === "set-cookie") headers.append(name, value);
    else headers.set(name, value);
  const { status, statusText, body } = response;
  // Whoever is told to wait is told how long.
  if (status === 429 && !headers.has("Retry-After")) setRetryAfter(headers, 60);
  return new Response(body, { status, statusText, headers });
}
