import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { listArtistSessions } from "~/domain/artists/artist-sessions.server";
import { longDate, longTime } from "~/platform/formats/dates";
import { clearSessionCookie } from "~/session/artist-session.server";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { endSessions } from "../sign-in/artist-sign-in.server";
import { madeTokenSchema, makeToken } from "./artist-tokens.server";
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
