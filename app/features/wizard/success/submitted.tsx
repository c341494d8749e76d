import { Button, Stack, Text } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { whatHappensNext } from "~/domain/submission/record/what-happens-next";
import type { Receipt } from "~/domain/submission/run/receipt";
import type { FormReply } from "~/forms/form-reply";
import { FormSection } from "~/ui/form-section";
import { IntentButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import { useOnMount } from "~/ui/use-on-change";
import done from "../done-page.module.css";
import layout from "../layout.module.css";
import panels from "../panels.module.css";
import { MediaObject } from "../sleeve";
import summary from "../summary.module.css";
import { CorrectEmail } from "./correct-email";
import { mailNotice } from "./mail-notice";

export const SUBMITTED = "Submission Successful!";

/** What was submitted, and what happens next. The heading takes the focus. */
export function Submitted({
  receipt,
  correction,
}: {
  receipt: Receipt;
  correction?: FormReply | undefined;
}) {
  const { reference, replyDue, release, artistName, email, sendsMail, artwork } = receipt;
  const heading = useRef<HTMLHeadingElement>(null);
  useOnMount(() => heading.current?.focus());
  const mail = mailNotice(receipt, { to: email, found: "your submission" });
  return (
    <Stack gap="md" maw={760} py="lg">
      <p className="eyebrow">Reference {reference}</p>
      <h1 ref={heading} tabIndex={-1}>
        {SUBMITTED}
      </h1>
      <p className={notice.lead}>
        Thank you for your music. We review every submission and reply within 7-10 business days.{" "}
        {mail}
      </p>
      <MediaObject src={artwork} alt="Artwork of the release">
        <p className={summary.title}>{release}</p>
        <p>{artistName}</p>
        <Text mt="sm" c="dimmed">
          Our reply is due by <strong>{replyDue}</strong>
        </Text>
      </MediaObject>
      <FormSection title="What happens now">
        <Stack component="ol" className={done.steps}>
          {whatHappensNext({ due: replyDue, to: sendsMail ? email : undefined }).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </Stack>
        <p>
          Save the link to <a href={receipt.statusPath}>its status page</a>. There you can always
          see where it stands.
        </p>
        <CorrectEmail receipt={receipt} reply={correction} />
        <Support {...receipt} />
      </FormSection>
      <Files files={receipt.files} />
      <div className={notice.buttons}>
        {/* A page load, so that no state of this submission remains. */}
        <Form method="post" action="/submit?index" reloadDocument>
          <IntentButton intent="start-another">Submit another release</IntentButton>
        </Form>
        <Button component={Link} to="/" variant="default">
          Return to Home
        </Button>
      </div>
      <p className={notice.small}>Your artist details are kept for the next release.</p>
    </Stack>
  );
}

function Support({ reference, sendsMail, supportEmail }: Receipt) {
  return (
    <p>
      Something to change? {sendsMail ? "Reply to the confirmation, or write" : "Write"} to{" "}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and mention {reference}.
    </p>
  );
}

/** The stored files with their hashes. */
function Files({ files }: Pick<Receipt, "files">) {
  if (files.length === 0) return null;
  const hashedFiles = files.filter(({ sha256 }) => sha256 !== undefined);
  return (
    <FormSection title="Your receipt">
      <dl>
        {files.map(({ label, name, size }) => (
          <div key={label} className={summary.row}>
            <dt>{label}</dt>
            <dd>{name}</dd>
            <dd>{size}</dd>
          </div>
        ))}
      </dl>
      {hashedFiles.length > 0 && (
        <details>
          <summary className={`${panels.summary} ${layout.tall}`}>
            SHA-256 hashes of your files
          </summary>
          <p>With these anyone can check that what we have is what you sent.</p>
          <Stack component="dl" gap="xs" mt="xs">
            {hashedFiles.map(({ label, name, sha256 }) => (
              <div key={label}>
                <dt>{name}</dt>
                <Text component="dd" ff="monospace" size="sm" c="dimmed">
                  {sha256}
                </Text>
              </div>
            ))}
          </Stack>
        </details>
      )}
    </FormSection>
  );
}
