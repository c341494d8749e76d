import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { listArtistSessions } from "~/artists/artist-sessions.server";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import type { FieldErrors } from "~/forms/form-reply";
import { endSessions } from "~/pages/portal/artist-sign-in.server";
import { madeTokenSchema, makeToken } from "~/pages/portal/artist-tokens.server";
import { confirmPath, requireConfirmed } from "~/pages/portal/confirm-identity.server";
import { readSmallForm } from "~/pages/read-small-form";
import { longDate, longTime } from "~/platform/formats/dates";
import { clearSessionCookie } from "~/session/artist-session.server";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { EndSessionsForm, SignInRows } from "~/views/portal/sign-ins/sign-in-rows";
import { NewToken, TokenForm } from "~/views/portal/sign-ins/token-form";

const HEADING = "Where you're signed in";
const PATH = "/edit-profile/sign-ins";

interface Reply {
  values?: { name: string };
  errors?: FieldErrors;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, sessionId } = await requireArtist(request, context);
  const sessions = await listArtistSessions(context.db, id, context.clock());
  return {
    shown: await readShownReply(request, context, madeTokenSchema),
    sessions: sessions.map(({ kind, device, createdAt, lastUsedAt, expiresAt, ...session }) => ({
      id: session.id,
      isToken: kind === "token",
      isCurrent: session.id === sessionId,
      device,
      since: longDate(createdAt),
      lastUsed: kind === "token" && lastUsedAt === createdAt ? undefined : longTime(lastUsedAt),
      until: longDate(expiresAt),
    })),
  };
}

/** Ends sessions, or creates a token, which is shown once. */
export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context);
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
      return formErrorReply<Reply>(
        context,
        { values: { name }, errors: result.errors },
        { status: 400 },
      );
    }
    default:
      throw refusal(400, NO_BUTTON);
  }
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

const messages = {
  ended: "It has ended.",
  over: "It had ended already.",
  others: "All others are signed out.",
  confirmed: "Thank you, it's you. For 10 minutes you can make tokens.",
};

export default function SignIns() {
  const { sessions, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  const [params] = useSearchParams();
  const browsers = sessions.filter(({ isToken }) => !isToken);
  const tokens = sessions.filter(({ isToken }) => isToken);
  const message = !reply && Object.entries(messages).find(([key]) => params.has(key));
  return (
    <div className={notice.page}>
      <p className={notice.actions}>
        <a href="/edit-profile">My Profile</a>
      </p>
      <h1>{HEADING}</h1>
      {message && <p role="status">{message[1]}</p>}
      <p>
        Each sign-in lasts 30 days. If you don't know one of these, sign it out, then ask us for a
        new invitation code: that signs out everything at once.
      </p>
      <SignInRows sessions={browsers} />
      <EndSessionsForm others={sessions.length > 1} />
      <h2>Tokens for programs</h2>
      <p>
        A program of yours that asks for your submissions sends a token along, as{" "}
        <code>Authorization: Bearer TOKEN</code>. Anyone who has it can read what you see here, for
        a year. Before you make one, we ask for your invitation code or send you a link.
      </p>
      {!reply && shown && <NewToken {...shown.made} />}
      <SignInRows sessions={tokens} />
      <TokenForm name={reply?.values?.name ?? ""} errors={reply?.errors ?? {}} />
    </div>
  );
}
