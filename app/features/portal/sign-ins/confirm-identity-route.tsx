import { Alert, Button } from "@mantine/core";
import type { MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useMemo } from "react";
import type { FieldErrors } from "~/forms/form-reply";
import { CONFIRMED_MINUTES, SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import { TextField } from "~/ui/field";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import type { loader, Reply } from "./confirm-identity-route.server";

interface ConfirmFormsProps extends SerializeFrom<typeof loader> {
  errors: FieldErrors;
  /** Why the confirmation is locked for now. */
  locked?: string | undefined;
}

/** Both ways to confirm one's identity: by invitation code, and by a link sent by email. */
function ConfirmForms(props: ConfirmFormsProps) {
  const { artistId, to, reason, linkGoesTo, errors, locked } = props;
  const values = useMemo(() => ({ invitationCode: "" }), []);
  return (
    <>
      <p className={notice.lead}>
        You want to {reason}. First show that it's you, and not somebody else with your phone or
        computer. We ask again after {CONFIRMED_MINUTES} minutes.
      </p>
      {locked && (
        <Alert color="bad">
          <p data-wrong>{locked}</p>
        </Alert>
      )}
      <PlainForm values={values} errors={errors}>
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
          <Button type="submit" name="intent" value="code">
            Confirm
          </Button>
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
            <Button type="submit" name="intent" value="link" variant="default">
              Email me a link
            </Button>
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

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function Confirm() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {!reply && params.has("sent") && (
        <p role="status">A link is on its way to {page.linkGoesTo ?? "you"}. Look at your email.</p>
      )}
      <ConfirmForms {...page} errors={reply?.errors ?? {}} locked={reply?.locked} />
    </div>
  );
}
