import { Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LINK_DAYS } from "~/domain/access/link-texts";
import { titled } from "~/ui/page-title";
import { NewLink } from "./new-link";
import { CreatedLinks, ImportPreview, PastedListForm } from "./pasted-list";
import { ReturningFields } from "./returning-fields";
import type { loader, Reply } from "./returning-links-route.server";

/** Scripts are for the copy button. */
export const handle = { scripts: true };

const HEADING = "Links for returning artists";

export const meta = titled(HEADING);

export default function ReturningArtists() {
  const { press, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  if (!reply && shown)
    return "link" in shown ? (
      <NewLink {...shown} />
    ) : (
      <CreatedLinks {...shown.made} mailOutcome={shown.mailed} />
    );
  if (reply?.made) return <CreatedLinks {...reply.made} mailOutcome={reply.mailed} />;
  const list = reply?.values.list;
  if (reply?.preview) return <ImportPreview reply={reply} {...reply.preview} />;
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <Text size="lg">
        With this link an artist can send many releases. We fill in each form from their last
        release. The link works for {LINK_DAYS.returning} days, even while submissions are closed.
      </Text>
      <ReturningFields reply={list === undefined ? reply : undefined} press={press} />
      <PastedListForm reply={list === undefined ? undefined : reply} />
    </Stack>
  );
}
