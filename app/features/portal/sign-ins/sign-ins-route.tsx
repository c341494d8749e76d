import { Alert, Badge, Group, Paper, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { FormReply } from "~/forms/form-reply";
import { ARTIST_SESSION_DAYS, CONFIRMED_MINUTES } from "~/platform/sign-in-periods";
import { TextField } from "~/ui/field";
import { SecondaryButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import portal from "../portal.module.css";
import type { loader } from "./sign-ins-route.server";

const HEADING = "Where you're signed in";

export const meta = titled(HEADING);

const messages = {
  ended: "It has ended.",
  over: "It had ended already.",
  others: "All others are signed out.",
  confirmed: `Thank you, we know that it's you. You can make tokens for ${CONFIRMED_MINUTES} minutes.`,
};

export default function SignIns() {
  const { sessions, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
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
        Each sign-in lasts {ARTIST_SESSION_DAYS} days. You don't know one of these? Sign it out.
        Then ask us for a new invitation code, which signs out everything.
      </p>
      <SignInRows sessions={browsers} />
      <EndSessionsForm others={sessions.length > 1} />
      <h2>Tokens for programs</h2>
      <p>
        A program of yours that reads your submissions sends a token, as{" "}
        <code>Authorization: Bearer TOKEN</code>. Anyone who has the token can read what you see
        here, for a year, and can't change anything. Before you make one, we ask for your invitation
        code or send you a link.
      </p>
      {!reply && shown && <NewToken {...shown.made} />}
      <SignInRows sessions={tokens} />
      <TokenForm reply={reply} />
    </div>
  );
}

function SignInRows({ sessions }: { sessions: SerializeFrom<typeof loader>["sessions"] }) {
  if (sessions.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" className={portal.list}>
      {sessions.map(({ id, isToken, isCurrent, device, since, lastUsed, until }) => (
        <Paper key={id} component="li" p="sm">
          <Group justify="space-between">
            <Stack gap={4} miw={0}>
              <Group gap="xs" fw={600}>
                <span>{device}</span>
                {isCurrent && (
                  <Badge size="lg" color="good" tt="none">
                    This browser
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {isToken ? "Made" : "Signed in"} {since}, until {until}
              </Text>
              <Text size="sm" c="dimmed">
                {lastUsed ? `Last used ${lastUsed}` : "Not used yet"}
              </Text>
            </Stack>
            <form method="post" data-signs-out={isCurrent ? "" : undefined}>
              <input type="hidden" name="session" value={id} />
              <SecondaryButton intent="end">
                {isToken ? "End" : "Sign out"}
                <VisuallyHidden>
                  {" "}
                  {device}, since {since}
                </VisuallyHidden>
              </SecondaryButton>
            </form>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

/** Ends all sessions, or all but this browser's. @param props.others whether there are others. */
function EndSessionsForm({ others }: { others: boolean }) {
  return (
    <form method="post" className={notice.buttons}>
      {others && (
        <SecondaryButton intent="end-others">Sign out all others, tokens too</SecondaryButton>
      )}
      <SecondaryButton intent="end-all" data-signs-out="">
        Sign out everywhere
      </SecondaryButton>
    </form>
  );
}

const EMPTY = { name: "" };

function TokenForm({ reply }: { reply: FormReply | undefined }) {
  return (
    <PlainForm reply={reply} initial={EMPTY}>
      <TextField name="name" label="Name of a new token" hint="Such as the program it is for." />
      <p className={notice.buttons}>
        <SecondaryButton intent="make-token">Make a token</SecondaryButton>
      </p>
    </PlainForm>
  );
}

/** A new token, which is shown only once. */
function NewToken({ token, name }: { token: string; name: string }) {
  return (
    <Alert role="status" color="good">
      <Stack gap="xs">
        <TextInput
          id="token"
          type="text"
          label={`Token "${name}"`}
          value={token}
          readOnly
          autoComplete="off"
          spellCheck={false}
        />
        <p>Copy it now. We can't show it again.</p>
      </Stack>
    </Alert>
  );
}
