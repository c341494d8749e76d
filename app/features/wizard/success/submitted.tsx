import { Button, Paper, Stack, Text } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import type { Receipt } from "~/domain/submission/run/receipt";
import type { FormReply } from "~/forms/form-reply";
import { FormSection } from "~/ui/form-section";
import { IntentButton } from "~/ui/intent-button";
import { LinkBox } from "~/ui/link-box";
import notice from "~/ui/notice-page.module.css";
import { UprightReleaseLine } from "~/ui/release-line";
import { useOnMount } from "~/ui/use-on-change";
import layout from "../layout.module.css";
import panels from "../panels.module.css";
import { MediaObject } from "../sleeve";
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
  const { reference, replyDue, release, artistName, email, artwork, stages } = receipt;
  const heading = useRef<HTMLHeadingElement>(null);
  useOnMount(() => heading.current?.focus());
  const mail = mailNotice(receipt, { to: email, found: "your submission" });
  return (
    <Stack gap="md" maw={760} py="md">
      <MediaObject src={artwork} alt="Artwork of the release" dense>
        <p className="eyebrow">Reference {reference}</p>
        <h1 ref={heading} tabIndex={-1}>
          {SUBMITTED}
        </h1>
        <p>
          <strong>{release}</strong> by {artistName}
        </p>
        <Text mt="xs">
          Thank you for your music. We review every submission and reply within 7-10 business days:{" "}
          <strong>by {replyDue}</strong>. {mail}
        </Text>
        {receipt.dateNote && (
          <Text mt="xs" c="dimmed">
            Your release date: {receipt.dateNote}
          </Text>
        )}
      </MediaObject>
      <CorrectEmail receipt={receipt} reply={correction} />
      <StatusLink path={receipt.statusPath} url={receipt.statusUrl} />
      <FormSection title="What happens when">
        <UprightReleaseLine stages={stages} />
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
      <Support {...receipt} />
    </Stack>
  );
}

function StatusLink({ path, url }: { path: string; url: string }) {
  return (
    <Paper component="section" p="sm" aria-labelledby="status-link">
      <h2 id="status-link">Your status link</h2>
      <Text size="sm" c="dimmed">
        Shows where your release is, without signing in. It's at the top of our emails, too.
      </Text>
      <LinkBox url={url} label="Link" isQuiet />
      <a href={path}>Open the status page</a>
    </Paper>
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

function Files({ files }: Pick<Receipt, "files">) {
  if (files.length === 0) return null;
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  return (
    <details>
      <summary className={`${panels.summary} ${layout.tall}`}>
        Your receipt: {count} with SHA-256 hashes
      </summary>
      <p>With these anyone can check that what we have is what you sent.</p>
      <Stack component="dl" gap="xs" mt="xs">
        {files.map(({ label, name, size, sha256 }) => (
          <div key={label}>
            <dt>
              {label}: {name}, {size}
            </dt>
            <Text component="dd" ff="monospace" size="sm" c="dimmed">
              {sha256}
            </Text>
          </div>
        ))}
      </Stack>
    </details>
  );
}
