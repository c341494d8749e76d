import { Badge, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { SecondaryButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import portal from "../portal.module.css";
import type { loader } from "./sign-ins-route.server";

/** Sessions and tokens, each with a button that ends it. */
export function SignInRows({ sessions }: { sessions: SerializeFrom<typeof loader>["sessions"] }) {
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
export function EndSessionsForm({ others }: { others: boolean }) {
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
