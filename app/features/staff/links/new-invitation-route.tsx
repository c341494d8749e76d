import { Alert, Stack, Text } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LINK_DAYS } from "~/domain/access/link-texts";
import { pageTitle } from "~/ui/page-title";
import { InvitationFields } from "./invitation-fields";
import type { loader, Reply } from "./new-invitation-route.server";
import { NewLink } from "./new-link";

/** Scripts are for the copy button. */
export const handle = { scripts: true };

const HEADING = "Invite an artist";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function InviteArtist() {
  const { values, press, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  if (!reply && shown) return <NewLink {...shown} />;
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      {reply?.trouble && (
        <Alert color="bad" p="sm">
          {reply.trouble}
        </Alert>
      )}
      <Text size="lg">
        An invitation is for one release. The artist has {LINK_DAYS.invited} days to start, even
        while submissions are closed. We fill in what you know about them.
      </Text>
      <InvitationFields
        values={reply?.values ?? values}
        errors={reply?.errors}
        press={press}
        fillNotice={reply?.said}
      />
    </Stack>
  );
}
