import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { type Account, findAccount } from "~/domain/artists/accounts.server";
import {
  hasFewerTokens,
  listArtistSessions,
  openSessionStatements,
} from "~/domain/artists/artist-sessions.server";
import { greetedIn } from "~/domain/artists/profile";
import { hasConfirmed, isConfirmed } from "~/domain/artists/session-confirmation.server";
import { tokenMadeMail } from "~/domain/mail/confirm-link";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { longDate, longTime } from "~/platform/formats/dates";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { clearSessionCookie } from "~/session/artist-session.server";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { sendLetter } from "~/session/send-letter.server";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { endSessions } from "../sign-in/artist-sign-in.server";
import { confirmPath, requireConfirmed } from "./confirm-identity.server";

const PATH = "/edit-profile/sign-ins";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, sessionId } = await requireArtist(request, context, "read");
  const sessions = await listArtistSessions(context.db, id, context.clock());
  return {
    shown: await readShownReply(request, context, madeTokenSchema),
    sessions: sessions.map(({ kind, device, createdAt, lastUsedAt, expiresAt, ...session }) => ({
      id: session.id,
      isToken: kind === "token",
      /** Whether it is this browser's session. */
      isCurrent: session.id === sessionId,
      device,
      since: longDate(createdAt),
      /** Undefined for a token that was never used. */
      lastUsed: kind === "token" && lastUsedAt === createdAt ? undefined : longTime(lastUsedAt),
      until: longDate(expiresAt),
    })),
  };
}

/** Ends sessions, or creates a token, which is shown once. */
export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  const { fields } = await readSmallForm(request);
  switch (fields.get("intent")) {
    case "end": {
      const id = fields.get("session") ?? "";
      const endedCount = await endSessions(context, artist, { only: id });
      if (id !== artist.sessionId) return redirect(`${PATH}?${endedCount > 0 ? "ended" : "over"}`);
      await clearSessionCookie(request, context);
      return redirect("/login?out");
    }
    case "end-others":
      await endSessions(context, artist, { allBut: artist.sessionId });
      return redirect(`${PATH}?others`);
    case "end-all":
      await endSessions(context, artist, { allBut: undefined });
      await clearSessionCookie(request, context);
      return redirect("/login?out");
    case "make-token": {
      const name = (fields.get("name") ?? "").slice(0, 200);
      await requireConfirmed(context, artist, PATH);
      const result = await makeToken(context, artist, name);
      if (result === "unconfirmed") return redirect(confirmPath(PATH));
      if ("token" in result) return redirectToReply(request, context, { made: result });
      const { errors } = result;
      return formErrorReply(context, { values: { name }, errors }, { status: 400 });
    }
    default:
      throw refusal(400, NO_BUTTON);
  }
}

/** The created token, for the page after the post. */
const madeTokenSchema = v.object({
  made: v.object({ token: v.string(), name: v.string() }),
});

const MAX_TOKENS = 20;
const MAX_NAME = 60;

/**
 * Creates an API token for an artist. It is shown once: only its hash is stored.
 * @param name shown in the list of tokens.
 * @returns `unconfirmed` if the session must be confirmed first.
 */
async function makeToken(
  context: AppContext,
  artist: SignedIn,
  name: string,
): Promise<{ token: string; name: string } | { errors: FieldErrors } | "unconfirmed"> {
  const { db, clock, ids, log } = context;
  const device = name.replace(/\s+/g, " ").trim();
  if (!device) return { errors: { name: missingError("Give the token a name.") } };
  if (device.length > MAX_NAME)
    return { errors: { name: invalidError(`The name must be ${MAX_NAME} characters or fewer.`) } };
  const account = await findAccount(db, artist.id);
  if (!account) throw new Error("Whoever is signed in has no account");
  const now = clock();
  const [id, token] = [ids.next(now), ids.secret()];
  const session = { id, artistId: artist.id, kind: "token", codeMark: account.codeMark } as const;
  // A token lasts for a year, so a stolen session must not be enough to create one.
  const canCreate = sql`${hasFewerTokens(artist.id, MAX_TOKENS, now)} AND ${isConfirmed(artist, now)}`;
  const openStatements = await openSessionStatements(
    db,
    { ...session, device, token },
    now,
    canCreate,
  );
  await db.batch(openStatements);
  const created = (await listArtistSessions(db, artist.id, now)).find(
    (candidate) => candidate.id === id,
  );
  if (created) {
    log("info", "artist.token-made", { artistId: artist.id });
    await mailNotice(context, account, created);
    return { token, name: device };
  }
  if (!(await hasConfirmed(db, artist, now))) return "unconfirmed";
  return {
    errors: { name: invalidError(`You have ${MAX_TOKENS} tokens. End one of them first.`) },
  };
}

/** Mails the account's address: whoever created the token may be somebody else. */
async function mailNotice(
  context: AppContext,
  { email: recipient, profile }: Account,
  { id: sessionId, expiresAt }: { id: string; expiresAt: string },
): Promise<void> {
  const url = `${context.site}/edit-profile/sign-ins`;
  const greeted = greetedIn(profile);
  const notice = { recipient, sessionId, until: longDate(expiresAt), url, greeted };
  await sendLetter(context, tokenMadeMail(notice, context.mail.brand));
}
