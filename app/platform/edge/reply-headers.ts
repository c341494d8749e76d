import { base64 } from "../formats/base64";
import { setRetryAfter } from "../formats/retry-after";
import { isSecretLink } from "../formats/route-name";
import { isShell, SHELL } from "../formats/shell";
import type { Settings } from "../settings";

export function secretNonce(): string {
  return base64(crypto.getRandomValues(new Uint8Array(16)));
}

interface PolicySources extends CspSources {
  liveReload: boolean;
}

export interface CspSources {
  pictures?: readonly string[];
  storage?: readonly string[];
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
    // Mantine uses style attributes, and a style element for the frame of staff pages.
    [
      "style-src 'self'",
      // Vite inserts the styles of changed files; a nonce would make browsers ignore that permission.
      liveReload ? "'unsafe-inline'" : `'nonce-${nonce}'`,
      ...(frames.length > 0 ? [EMBEDDED_STYLE] : []),
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

export function pictureSources({ SPOTIFY_CLIENT_ID }: Pick<Settings, "SPOTIFY_CLIENT_ID">) {
  return SPOTIFY_CLIENT_ID ? ["https://i.scdn.co"] : [];
}

export function storageSources({ R2_S3_ENDPOINT }: Pick<Settings, "R2_S3_ENDPOINT">) {
  return R2_S3_ENDPOINT ? [new URL(R2_S3_ENDPOINT).origin] : [];
}

/** Hashes of the style sheet that Dropbox Sign's script inserts; a test checks them. */
const EMBEDDED_STYLE =
  // It is inserted empty, then filled.
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-gjO2GK6gRpm5uJZUyPWOKUJW+pFZsd2l28cKRu6+TZ4='";

export function signingFrames(
  settings: Pick<Settings, "DROPBOX_SIGN_API_KEY" | "DROPBOX_SIGN_SANDBOX">,
) {
  if (settings.DROPBOX_SIGN_API_KEY) return ["https://app.hellosign.com"];
  return settings.DROPBOX_SIGN_SANDBOX === "1" ? ["'self'"] : [];
}

export const cspSources = (settings: Settings): CspSources => ({
  pictures: pictureSources(settings),
  storage: storageSources(settings),
  frames: signingFrames(settings),
});

/** The framed page of the stand-in, in local runs only. */
const SANDBOX_SIGNING = /^\/sandbox\/dropbox-sign\//;

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
  // With no-referrer, browsers send "Origin: null" on forms.
  const isSecret = isSecretLink(pathname);
  headers.set("Referrer-Policy", isSecret ? "no-referrer" : "same-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  // By default a response is for one person.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Request-Id", requestId);
  if (isShell(request)) {
    headers.set(SHELL, "1");
    // A shell page must not set cookies.
    headers.delete("Set-Cookie");
  }
  if (protocol === "https:")
    headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

export function withReplyHeaders(response: Response, extraHeaders: Headers): Response {
  const entries = [...extraHeaders];
  if (entries.length === 0 && response.status !== 429) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of entries)
    if (name === "set-cookie") headers.append(name, value);
    else headers.set(name, value);
  const { status, statusText, body } = response;
  if (status === 429 && !headers.has("Retry-After")) setRetryAfter(headers, 60);
  return new Response(body, { status, statusText, headers });
}
