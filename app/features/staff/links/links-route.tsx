import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { Notice } from "../notice";
import { PaginationLinks } from "../pagination-links";
import styles from "../row-list.module.css";
import { LinkRows } from "./link-rows";
import type { loader } from "./links-route.server";

/** The progress of mails to lists of links. */
function Mailings({ mailings }: { mailings: SerializeFrom<typeof loader>["mailings"] }) {
  if (mailings.length === 0) return null;
  return (
    <section aria-labelledby="mailings">
      <h2 id="mailings">Emails to lists of artists</h2>
      <ul className={styles.list}>
        {mailings.map(({ id, what, at, stands }) => (
          <li key={id}>
            <strong>{stands}</strong>
            <Dimmed>
              {what}, <LocalTime at={at} />
            </Dimmed>
          </li>
        ))}
      </ul>
      <p>
        <a href="/staff/activity/mails">See which were sent</a>
      </p>
    </section>
  );
}

const HEADING = "Links";

export const meta = titled(HEADING);

export default function StaffLinks() {
  const { search, links, next, isFirst, mailings } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const query: Record<string, string> = search ? { q: search } : {};
  return (
    <Stack gap="md">
      <h1>{HEADING}</h1>
      {params.has("stopped") && <Notice>The link was deactivated.</Notice>}
      {params.has("over") && (
        <Notice tone="waiting">That link had already ended, so nothing changed.</Notice>
      )}
      <Group>
        <Button component="a" href="/staff/links/invitation">
          Invite an artist
        </Button>
        <Button component="a" href="/staff/links/returning" variant="default">
          Links for returning artists
        </Button>
      </Group>
      <Mailings mailings={mailings} />
      <Group component="form" align="end" maw={640}>
        <TextInput
          id="q"
          name="q"
          label="Artist or email"
          defaultValue={search}
          type="search"
          flex="1 1 240px"
        />
        <Button type="submit" variant="default" mih="var(--target)">
          Search
        </Button>
      </Group>
      {links.length > 0 ? (
        <LinkRows links={links} />
      ) : (
        <p>{search ? `No links found for "${search}".` : "There are no links yet."}</p>
      )}
      <PaginationLinks path="/staff/links" query={query} isFirst={isFirst} last={next} />
    </Stack>
  );
}
