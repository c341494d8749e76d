import * as v from "valibot";
import { ARTIST_SESSION_DAYS } from "~/artists/artist-sessions.server";
import { isSecret } from "~/platform/formats/secret-shape";
import { SESSION_HOURS } from "~/staff/staff-sessions.server";
import { secretCookie } from "./secret-cookie.server";

const tokenSchema = v.pipe(v.string(), v.check(isSecret));

/** How a browser keeps the token of a session. */
function tokenCookie(name: string, seconds: number) {
  const cookie = secretCookie(name, seconds);
  return {
    ...cookie,
    /** The token that a browser says it has; undefined for what cannot be one. */
    read: async (request: Request): Promise<string | undefined> => {
      const token = v.safeParse(tokenSchema, await cookie.read(request));
      return token.success ? token.output : undefined;
    },
  };
}

/** The session of somebody of the label. */
export const staffCookie = tokenCookie("staff", SESSION_HOURS * 3_600);

/** The session of an artist. */
export const artistCookie = tokenCookie("artist", ARTIST_SESSION_DAYS * 86_400);
