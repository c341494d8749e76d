import { Paper, Stack } from "@mantine/core";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { IntentButton } from "~/ui/intent-button";
import styles from "~/ui/notice-page.module.css";
import { OtherDraft } from "../other-draft";

interface BrowserDrafts {
  /** Whether there is a draft that was started by this link. */
  hasSameDraft: boolean;
  /** Another draft, which the new one would replace. */
  other?: { title: string } | undefined;
  /** The link to that draft, once it is created. */
  url?: string | undefined;
  press: string;
}

function StartButton({ hasSameDraft, other, url, press }: BrowserDrafts) {
  if (hasSameDraft)
    return (
      <Form method="post">
        <IntentButton intent="start">Continue your submission</IntentButton>
      </Form>
    );
  return (
    <OtherDraft other={other} url={url} press={press} intent="start">
      Start your submission
    </OtherDraft>
  );
}

interface LinkWelcomeProps extends BrowserDrafts {
  eyebrow: string;
  heading: string;
  /** The content of the banner. */
  children: ReactNode;
}

/** The welcome page of a valid link. */
export function LinkWelcome({ eyebrow, heading, children, ...drafts }: LinkWelcomeProps) {
  return (
    <div className={styles.page}>
      <Paper p="md" bg="var(--surface)">
        <Stack>
          <p className="eyebrow">{eyebrow}</p>
          <h1>{heading}</h1>
          {children}
        </Stack>
      </Paper>
      <StartButton {...drafts} />
    </div>
  );
}
