import * as v from "valibot";
import { SESSION_HOURS } from "~/domain/access/staff/staff-sessions.server";
import { ARTIST_SESSION_DAYS } from "~/domain/artists/artist-sessions.server";
import { isSecret } from "~/platform/formats/secret-shape";
import { secretCookie } from "./secret-cookie.server";

const tokenSchema = v.pipe(v.string(), v.check(isSecret));

function tokenCookie(name: string, seconds: number) {
  const cookie = secretCookie(name, seconds);
  return {
    ...cookie,
    /** Undefined for a malformed token. */
    read: async (request: Request): Promise<string | undefined> => {
      const token = v.safeParse(tokenSchema, await cookie.read(request));
      return token.success ? token.output : undefined;
    },
  };
}

export const staffCookie = tokenCookie("staff", SESSION_HOURS * 3_600);

export const artistCookie = tokenCookie("artist", ARTIST_SESSION_DAYS * 86_400);
