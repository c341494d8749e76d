import { Alert } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { FormReply } from "~/forms/form-reply";
import { CONFIRMED_MINUTES, SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import { TextField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import type { action, loader } from "./confirm-identity-route.server";

const EMPTY = { invitationCode: "" };

interface ConfirmFormsProps extends SerializeFrom<typeof loader> {
  reply: FormReply | undefined;
}

/** Both ways to confirm one's identity: by invitation code, and by a link sent by email. */
function ConfirmForms(props: ConfirmFormsProps) {
  const { artistId, to, reason, linkGoesTo, reply } = props;
  return (
    <>
      <p className={notice.lead}>
        You want to {reason}. First show that it's you, and not somebody else with your phone or
        computer. We ask again after {CONFIRMED_MINUTES} minutes.
      </p>
      {reply?.trouble && (
        <Alert color="bad">
          <p data-wrong>{reply.trouble}</p>
        </Alert>
      )}
      <PlainForm reply={reply} initial={EMPTY}>
        <input type="hidden" name="to" value={to} />
        <h2>With your invitation code</h2>
        <TextField
          name="invitationCode"
          label={`Invitation code of ${artistId}`}
          hint="It's in the email about your account."
          autoComplete="current-password"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <p className={notice.buttons}>
          <IntentButton intent="code">Confirm</IntentButton>
        </p>
      </PlainForm>
      {linkGoesTo && (
        <form method="post">
          <input type="hidden" name="to" value={to} />
          <h2>With a link by email</h2>
          <p>
            It goes to {linkGoesTo}. Open it in this browser: it works once, for{" "}
            {SIGN_IN_LINK_MINUTES} minutes.
          </p>
          <p className={notice.buttons}>
            <SecondaryButton intent="link">Email me a link</SecondaryButton>
          </p>
        </form>
      )}
      <p className={notice.actions}>
        <a href={to}>Back, without doing it</a>
      </p>
    </>
  );
}

const HEADING = "Is it you?";

export const meta = titled(HEADING);

export default function Confirm() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {!reply && params.has("sent") && (
        <p role="status">A link is on its way to {page.linkGoesTo ?? "you"}. Look at your email.</p>
      )}
      <ConfirmForms {...page} reply={reply} />
    </div>
  );
}
