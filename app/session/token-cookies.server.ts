import { createCookie } from "@remix-run/cloudflare";
import * as v from "valibot";
import { ARTIST_SESSION_DAYS } from "~/artists/artist-sessions.server";
import { SESSION_HOURS } from "~/staff/staff-sessions.server";

const tokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** How a browser keeps the token of a session. */
interface TokenCookie {
  /** The token that a browser says it has; undefined for what cannot be one. */
  read: (request: Request) => Promise<string | undefined>;
  /** Whether a browser has such a cookie at all, whatever is in it. */
  isThere: (request: Request) => boolean;
  /** The Set-Cookie header that keeps a session open in this browser. */
  keep: (request: Request, token: string) => Promise<string>;
  /** The Set-Cookie header that takes it away. */
  drop: (request: Request) => Promise<string>;
}

const lasting = (seconds: number) =>
  ({ httpOnly: true, sameSite: "lax", path: "/", maxAge: seconds }) as const;

/** @param secure of another name, so that it can never be replaced from plain HTTP. */
function tokenCookie(
  secure: ReturnType<typeof createCookie>,
  local: ReturnType<typeof createCookie>,
): TokenCookie {
  const cookieFor = (request: Request) =>
    new URL(request.url).protocol === "https:" ? secure : local;
  return {
    isThere: (request) =>
      Boolean(request.headers.get("Cookie")?.includes(`${cookieFor(request).name}=`)),
    read: async (request) => {
      const header = request.headers.get("Cookie");
      const cookie = cookieFor(request);
      if (!header?.includes(`${cookie.name}=`)) return undefined;
      const token = v.safeParse(tokenSchema, await cookie.parse(header).catch(() => undefined));
      return token.success ? token.output : undefined;
    },
    keep: (request, token) => cookieFor(request).serialize(token),
    drop: (request) => cookieFor(request).serialize("", { maxAge: 0 }),
  };
}

const hours = lasting(SESSION_HOURS * 3_600);
const days = lasting(ARTIST_SESSION_DAYS * 86_400);

/** The session of somebody of the label. */
export const staffCookie = tokenCookie(
  createCookie("__Host-staff", { ...hours, secure: true }),
  createCookie("staff", hours),
);

/** The session of an artist. */
export const artistCookie = tokenCookie(
  createCookie("__Host-artist", { ...days, secure: true }),
  createCookie("artist", days),
);
