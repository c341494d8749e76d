import { createCookie } from "@remix-run/cloudflare";

/** A cookie with what only this browser and we may know. */
interface SecretCookie {
  /** What a browser says it has, to be parsed; undefined where it has none. */
  read: (request: Request) => Promise<unknown>;
  /** Whether a browser has such a cookie at all, whatever is in it. */
  isThere: (request: Request) => boolean;
  /** The Set-Cookie header that keeps a text in this browser. */
  keep: (request: Request, text: string) => Promise<string>;
  /** The Set-Cookie header that takes it away. */
  drop: (request: Request) => Promise<string>;
}

/** @param seconds for which a browser keeps it. */
export function secretCookie(name: string, seconds: number): SecretCookie {
  const options = { httpOnly: true, sameSite: "lax", path: "/", maxAge: seconds } as const;
  // Two names, so that a cookie set over HTTPS can never be replaced from plain HTTP.
  const secure = createCookie(`__Host-${name}`, { ...options, secure: true });
  const local = createCookie(name, options);
  const cookieFor = (request: Request) =>
    new URL(request.url).protocol === "https:" ? secure : local;
  const isThere = (request: Request) =>
    request.headers.get("Cookie")?.includes(`${cookieFor(request).name}=`) ?? false;
  return {
    isThere,
    read: async (request) => {
      if (!isThere(request)) return undefined;
      // What no cookie of ours decodes to is parsed as what it is.
      return cookieFor(request)
        .parse(request.headers.get("Cookie"))
        .catch(() => null);
    },
    keep: (request, text) => cookieFor(request).serialize(text),
    drop: (request) => cookieFor(request).serialize("", { maxAge: 0 }),
  };
}
