import { Stack, TextInput } from "@mantine/core";
import { Form, Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { openLinkSchema } from "~/domain/submission/draft/link-key";
import type { FormReply } from "~/forms/form-reply";
import { IntentButton } from "~/ui/intent-button";
import styles from "~/ui/notice-page.module.css";
import { titled, UNLISTED } from "~/ui/page-title";
import { SupportContact } from "~/ui/support";
import { usePostedForm } from "~/ui/use-posted-form";
import type { action, loader } from "./open-draft-route.server";
import { ActionNotice, AddressForm } from "./resume-link-forms";

const HEADING = "Open my link";

export const meta = titled(HEADING, UNLISTED);

/** For visitors without a draft in this browser. */
export default function OpenMyLink() {
  const { sendsMail } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <div className={`${styles.page} wood-side`}>
      <h1>{HEADING}</h1>
      {!reply && params.has("asked") && (
        <ActionNotice>
          {sendsMail
            ? "If we have ever emailed a link to that address, a new one is on its way. It can take a few minutes. An address gets only a few of these emails a day. Nothing there? The link in your last one still works."
            : "We can't send emails at the moment, so nothing was sent. The links in your earlier emails still work."}
        </ActionNotice>
      )}
      <p className={styles.lead}>
        A link opens your draft in any browser. You made it yourself, or we emailed it to you.
      </p>
      <PasteLink reply={reply} />
      {sendsMail && (
        <AddressForm
          heading="Can't find the email with your link?"
          hint="The address we sent the link to."
          intent="mail-again"
          action="Send it again"
          email=""
          reply={reply}
        />
      )}
      <p className={styles.actions}>
        <Link to="/submit">Submit your music</Link>
        <Link to="/">Return to Home</Link>
      </p>
      <SupportContact />
    </div>
  );
}

const EMPTY = { link: "" };

function PasteLink({ reply }: { reply: FormReply | undefined }) {
  const { field, onSubmit, onInput } = usePostedForm({
    schema: openLinkSchema,
    initial: EMPTY,
    reply,
  });
  return (
    <Form method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
      <Stack>
        <TextInput
          id="link"
          label="Your link"
          description="It has /submit/continue/ in it."
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field("link")}
        />
        <div>
          <IntentButton intent="open-link">Open it</IntentButton>
        </div>
      </Stack>
    </Form>
  );
}
