import { Group } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { LinkTabs } from "../link-tabs";
import { PaginationLinks } from "../pagination-links";
import { RowList } from "../row-list";
import { TargetLink } from "../target-link";
import { ActivityPage } from "./activity-page";
import { MailState } from "./mail-state";
import type { loader } from "./mails-route.server";

const PATH = "/staff/activity/mails";
const HEADING = "Outbox";

export const meta = titled(HEADING);

/** The mails of one state, or all, each with a link to its content. */
export default function StaffOutbox() {
  const { state, states, mails, last } = useLoaderData<typeof loader>();
  return (
    <ActivityPage heading={HEADING}>
      <LinkTabs
        label="State"
        links={[
          { href: PATH, text: "All", isCurrent: !state },
          ...states.map(({ name, count }) => ({
            href: `${PATH}?state=${name}`,
            text: `${name} (${count})`,
            isCurrent: state === name,
          })),
        ]}
      />
      <RowList rows={mails} empty="There are no emails here.">
        {({ id, kind, recipient, subject, state: mailState, lastError, createdAt, sentAt }) => (
          <>
            <Group justify="space-between" align="baseline" gap="xs">
              <TargetLink href={`${PATH}/${id}`}>{subject}</TargetLink>
              <MailState state={mailState} />
            </Group>
            <p>{recipient}</p>
            <Dimmed>
              {kind}, <LocalTime at={sentAt ?? createdAt} />
            </Dimmed>
            {lastError && <Dimmed>{lastError}</Dimmed>}
          </>
        )}
      </RowList>
      <PaginationLinks query={{ state }} last={last} />
    </ActivityPage>
  );
}
