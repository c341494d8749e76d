import { createCookie } from "@remix-run/cloudflare";

interface SecretCookie {
  /** Unvalidated value; undefined if there is none. */
  read: (request: Request) => Promise<unknown>;
  isPresent: (request: Request) => boolean;
  serialize: (request: Request, text: string) => Promise<string>;
  expire: (request: Request) => Promise<string>;
}

/** @param seconds its maximal age. */
export function secretCookie(name: string, seconds: number): SecretCookie {
  const options = { httpOnly: true, sameSite: "lax", path: "/", maxAge: seconds } as const;
  // Two names, so that a cookie set over HTTPS can never be replaced from plain HTTP.
  const secure = createCookie(`__Host-${name}`, { ...options, secure: true });
  const local = createCookie(name, options);
  const cookieFor = (request: Request) =>
    new URL(request.url).protocol === "https:" ? secure : local;
  const isPresent = (request: Request) =>
    request.headers.get("Cookie")?.includes(`${cookieFor(request).name}=`) ?? false;
  return {
    isPresent,
    read: async (request) => {
      if (!isPresent(request)) return undefined;
      // An undecodable cookie is null, which fails the schema of the caller.
      return cookieFor(request)
        .parse(request.headers.get("Cookie"))
        .catch(() => null);
    },
    serialize: (request, text) => cookieFor(request).serialize(text),
    expire: (request) => cookieFor(request).serialize("", { maxAge: 0 }),
  };
}
