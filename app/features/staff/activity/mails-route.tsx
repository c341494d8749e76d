import { Group, Stack } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { LinkTabs } from "../link-tabs";
import { PaginationLinks } from "../pagination-links";
import rowList from "../row-list.module.css";
import { TargetLink } from "../target-link";
import { ActivityNav } from "./activity-nav";
import { MailState } from "./mail-state";
import type { loader } from "./mails-route.server";

const PATH = "/staff/activity/mails";

/** The mails of one state, or all, each with a link to its content. */
function Outbox({ state, states, mails, isFirst, last }: SerializeFrom<typeof loader>) {
  const query: Record<string, string> = state ? { state } : {};
  return (
    <>
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
      {mails.length === 0 ? (
        <p>There are no emails here.</p>
      ) : (
        <ol className={rowList.list}>
          {mails.map(({ id, kind, recipient, subject, state: mailState, lastError, at }) => (
            <li key={id}>
              <Group justify="space-between" align="baseline" gap="xs">
                <TargetLink href={`${PATH}/${id}`}>{subject}</TargetLink>
                <MailState state={mailState} />
              </Group>
              <p>{recipient}</p>
              <Dimmed>
                {kind}, <LocalTime at={at} />
              </Dimmed>
              {lastError && <Dimmed>{lastError}</Dimmed>}
            </li>
          ))}
        </ol>
      )}
      <PaginationLinks path={PATH} query={query} isFirst={isFirst} last={last} />
    </>
  );
}

const HEADING = "Outbox";

export const meta = titled(HEADING);

export default function StaffOutbox() {
  const page = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      <Outbox {...page} />
    </Stack>
  );
}
