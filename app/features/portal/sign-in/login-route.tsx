import { Alert, Box, Stack } from "@mantine/core";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { FormReply } from "~/forms/form-reply";
import { ARTIST_SESSION_DAYS, SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import { EmailField, TextField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import lists from "~/ui/lists.module.css";
import notice from "~/ui/notice-page.module.css";
import { titled, UNLISTED } from "~/ui/page-title";
import { FormAnswer } from "~/ui/plain-form";
import { SupportContact } from "~/ui/support";
import portal from "../portal.module.css";
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

/** A constant, since another object on each render would reset the fields. */
const EMPTY = { artistId: "", invitationCode: "", email: "" };

/** Both ways to sign in: by invitation code, and by a link sent by email. */
function LoginForms({ reply, to }: { reply: FormReply | undefined; to: string }) {
  return (
    <FormAnswer reply={reply} initial={EMPTY}>
      {reply?.trouble && (
        <Alert color="bad">
          <p data-wrong>{reply.trouble}</p>
        </Alert>
      )}
      <Stack gap="lg">
        <form method="post" noValidate className={lists.stack}>
          <input type="hidden" name="to" value={to} />
          <Box component="h2" fz="xl">
            With your invitation code
          </Box>
          <TextField
            name="artistId"
            label="Artist ID"
            hint="Such as A-7K4P29. It's in the email about your account."
            autoComplete="username"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField
            name="invitationCode"
            label="Invitation code"
            autoComplete="current-password"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <p className={notice.buttons}>
            <IntentButton intent="code">Sign in</IntentButton>
          </p>
        </form>
        <form method="post" noValidate className={`${lists.stack} ${portal.section}`}>
          <input type="hidden" name="to" value={to} />
          <Box component="h2" fz="xl">
            With a link by email
          </Box>
          <EmailField
            name="email"
            label="Email"
            hint={`The address of your account. The link works once, for ${SIGN_IN_LINK_MINUTES} minutes.`}
            autoComplete="email"
          />
          <p className={notice.buttons}>
            <SecondaryButton intent="link">Email me a link</SecondaryButton>
          </p>
        </form>
      </Stack>
    </FormAnswer>
  );
}
