import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { ARTIST_SESSION_DAYS } from "~/platform/sign-in-periods";
import notice from "~/ui/notice-page.module.css";
import { titled, UNLISTED } from "~/ui/page-title";
import { SupportContact } from "~/ui/support";
import { LoginForms } from "./login-forms";
import type { action, loader } from "./login-route.server";

/**
 * The reply to a request for a sign-in link. It is the same for every address, so that it does not reveal who
 * has an account.
 */
function LinkAsked({ mailIsOff }: { mailIsOff: boolean }) {
  return (
    <div role="status" className={notice.page}>
      {mailIsOff ? (
        <>
          <p className={notice.lead}>
            We can't send emails at the moment, so you won't get a link.
          </p>
          <p>Sign in with your artist ID and your invitation code, or ask us for help.</p>
          <SupportContact />
        </>
      ) : (
        <>
          <p className={notice.lead}>Now look at your email.</p>
          <p>
            If that address has an account, a link is on its way. It works once, for 15 minutes.
            Nothing there? Look in your spam folder, and check that it's the address of your
            account.
          </p>
          <p>
            Did somebody ask for many links? Then we send no more of them today to where you haven't
            signed in before. Your artist ID and your invitation code always work.
          </p>
        </>
      )}
      <p className={notice.actions}>
        <a href="/login">Try another way</a>
      </p>
    </div>
  );
}

export const handle = { scripts: false };

export const meta = titled("Sign in", UNLISTED);

export default function Login() {
  const { to, mailIsOff } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <div className={`${notice.page} wood-side`}>
      <h1>Sign in</h1>
      {!reply && params.has("unsaved") && (
        <p role="status">You were signed out, so nothing was changed. Sign in, then do it again.</p>
      )}
      {!reply && params.has("out") && <p role="status">You are signed out.</p>}
      {!reply && params.has("sent") ? (
        <LinkAsked mailIsOff={mailIsOff} />
      ) : (
        <>
          <p className={notice.lead}>
            For the artists we work with. See what happens with your music, and add what is missing.
          </p>
          <LoginForms reply={reply} to={to} />
          <p className={notice.small}>
            No account yet? You get one when we accept your first release.{" "}
            <a href="/submit">Submit your music</a>. You stay signed in for {ARTIST_SESSION_DAYS}{" "}
            days.
          </p>
        </>
      )}
    </div>
  );
}
