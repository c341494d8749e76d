import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { invitationCodeHash, newArtistId, newInvitationCode } from "~/domain/artists/codes.server";
import { type Profile, profileSchema } from "~/domain/artists/profile";
import { randomIds } from "~/platform/ids";
import type { Principal, Staff } from "~/platform/principal";
import type { AppServer } from "./app-server";
import { openStoreReader, pollUntil } from "./app-stores";
import { appUnderTest } from "./app-under-test";
import { Visitor } from "./visitor";

/** An artist with an account, and the codes to sign in with. */
export interface TestArtist {
  /** The id of the row. */
  id: string;
  artistId: string;
  invitationCode: string;
  email: string;
}

/** Creates an account, as the approval of a submission does. */
export async function createTestArtist(
  profile: Partial<Profile> = {},
  app: Pick<AppServer, "url" | "stateDir"> = appUnderTest(),
): Promise<TestArtist> {
  const [id, artistId] = [randomIds.next(new Date()), newArtistId(randomIds.secret())];
  const invitationCode = newInvitationCode(randomIds.secret());
  const secret = readFileSync(join(app.stateDir, "signing-secret"), "utf8").trim();
  const email = `${artistId.toLowerCase()}@artists.example`;
  const full = v.parse(profileSchema, { artistName: "Sigrid Vale", ...profile });
  const now = new Date().toISOString();
  await openStoreReader(app.url).rows(
    `INSERT INTO artists (id, artist_id, code_mark, email, profile, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    ...[id, artistId, await invitationCodeHash(secret, invitationCode), email],
    ...[JSON.stringify(full), now, now],
  );
  return { id, artistId, invitationCode, email };
}

/** Signs in by the form, as a page without script does; `to` is where that leads. */
export function signInArtist(
  visitor: Visitor,
  { artistId, invitationCode }: Pick<TestArtist, "artistId" | "invitationCode">,
  landingPath = "/dashboard",
): Promise<Response> {
  return visitor.post("/login", { artistId, invitationCode, to: landingPath });
}

/** Confirms the artist's identity, which sensitive actions require. */
export function confirmIdentity(
  visitor: Visitor,
  { invitationCode }: Pick<TestArtist, "invitationCode">,
  landingPath = "/edit-profile",
): Promise<Response> {
  return visitor.post("/edit-profile/confirm", { intent: "code", invitationCode, to: landingPath });
}

/** An artist who has signed in, without a browser. */
export async function signedInArtist(
  profile: Partial<Profile> = {},
  app: Pick<AppServer, "url" | "stateDir"> = appUnderTest(),
): Promise<{ artist: TestArtist; visitor: Visitor }> {
  const artist = await createTestArtist(profile, app);
  const visitor = new Visitor(app.url);
  const reply = await signInArtist(visitor, artist);
  if (reply.status !== 302) throw new Error(`The sign-in answered ${reply.status}`);
  return { artist, visitor };
}

/** A token for a program, from the page that shows it once. */
export async function makeToken(
  { visitor, artist }: Awaited<ReturnType<typeof signedInArtist>>,
  name = "Tour <i>planner",
): Promise<string> {
  await confirmIdentity(visitor, artist);
  const html = await (
    await visitor.post("/edit-profile/sign-ins", { intent: "make-token", name })
  ).text();
  const [, token] = /value="([\w-]{43})"/.exec(html) ?? [];
  if (token === undefined) throw new Error("The page shows no token");
  return token;
}

/** A signed-in visitor with a second cookie for a draft; a plain visitor keeps only one cookie. */
export class MemberVisitor extends Visitor {
  constructor(private readonly session: string) {
    super();
    this.cookie = session;
  }

  override async send(path: string, init: RequestInit = {}): Promise<Response> {
    const reply = await super.send(path, init);
    if (!this.cookie.startsWith(this.session)) this.cookie = `${this.session}; ${this.cookie}`;
    return reply;
  }
}

/** The latest link by mail with which an artist signs in. */
export function latestSignInLink({ email }: Pick<TestArtist, "email">): Promise<string> {
  return pollUntil(async () => {
    const [mail] = await openStoreReader().rows(
      `SELECT text_body AS text FROM mail_outbox WHERE recipient = ? AND kind = 'sign-in-link'
        ORDER BY id DESC LIMIT 1`,
      email,
    );
    return /\/login\/link\/\S+/.exec(String(mail?.text))?.[0];
  });
}

/** The passcode that the app has created for itself. */
export function staffPasscode(app: Pick<AppServer, "stateDir"> = appUnderTest()): string {
  return readFileSync(join(app.stateDir, "staff-passcode"), "utf8").trim();
}

/** Signs in by the form, as a page without script does. */
export function signIn(
  visitor: Visitor,
  extraFields: Record<string, string> = {},
  app: Pick<AppServer, "stateDir"> = appUnderTest(),
): Promise<Response> {
  const fields = { name: "Ada Berg", passcode: staffPasscode(app), to: "/staff", ...extraFields };
  return visitor.post("/staff/sign-in", fields);
}

/** A member of staff, signed in. */
export async function staffMember(name = "Ada Berg"): Promise<Visitor> {
  const visitor = new Visitor();
  const reply = await signIn(visitor, { name });
  if (reply.status !== 302) throw new Error(`The sign-in answered ${reply.status}`);
  return visitor;
}

const createScope = (principal: Principal) => ({
  signIn: undefined,
  requestId: "one",
  principal: async () => principal,
});

export const staffPrincipal: Staff = { kind: "staff", id: "01KSTAFF", name: "Ada Berg" };
/** The scope of a request by {@link staffPrincipal}. */
export const staffScope = createScope(staffPrincipal);
/** The scope of a request by nobody who has signed in. */
export const anonymousScope = createScope({ kind: "anonymous" });
