import { Alert, Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LINK_DAYS } from "~/domain/access/link-texts";
import { titled } from "~/ui/page-title";
import { InvitationFields } from "./invitation-fields";
import type { loader, Reply } from "./new-invitation-route.server";
import { NewLink } from "./new-link";

/** Scripts are for the copy button. */
export const handle = { scripts: true };

const HEADING = "Invite an artist";

export const meta = titled(HEADING);

export default function InviteArtist() {
  const { values, press, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  if (!reply && shown) return <NewLink {...shown} />;
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      {reply?.trouble && <Alert color="bad">{reply.trouble}</Alert>}
      <Text size="lg">
        An invitation is for one release. The artist has {LINK_DAYS.invited} days to start, even
        while submissions are closed. We fill in what you know about them.
      </Text>
      <InvitationFields reply={reply} initial={values} press={press} fillNotice={reply?.said} />
    </Stack>
  );
}
