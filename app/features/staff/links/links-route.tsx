import { Button, Group } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import type { LinkState } from "~/domain/access/link-state";
import { capitalize } from "~/platform/formats/capitalize";
import type { StatusTone } from "~/reference/statuses";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { StatusMark } from "~/ui/status-mark";
import { DataTable } from "../data-table";
import { Dimmed } from "../dimmed";
import { PaginationLinks } from "../pagination-links";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { SearchForm } from "../search-form";
import { StaffPage } from "../staff-page";
import type { loader } from "./links-route.server";

const tones: Record<LinkState, StatusTone> = {
  unused: "neutral",
  opened: "waiting",
  used: "good",
  expired: "neutral",
  deactivated: "neutral",
};

const HEADING = "Links";

export const meta = titled(HEADING);

/** Links with their states, and the progress of mails to lists of them. */
export default function StaffLinks() {
  const { search, links, next, mailings } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      heading={HEADING}
      maxWidth="none"
      notices={{
        stopped: "The link was deactivated.",
        over: "That link had already ended, so nothing changed.",
      }}
    >
      <Group>
        <Button component="a" href="/staff/links/invitation">
          Invite an artist
        </Button>
        <Button component="a" href="/staff/links/returning" variant="default">
          Links for returning artists
        </Button>
      </Group>
      {mailings.length > 0 && (
        <section aria-labelledby="mailings">
          <h2 id="mailings">Emails to lists of artists</h2>
          <RowList rows={mailings}>
            {({ what, at, stands }) => (
              <>
                <strong>{stands}</strong>
                <Dimmed>
                  {what}, <LocalTime at={at} />
                </Dimmed>
              </>
            )}
          </RowList>
          <p>
            <a href="/staff/activity/mails">See which were sent</a>
          </p>
        </section>
      )}
      <SearchForm label="Artist or email" search={search} />
      <DataTable
        label="Links"
        rows={links}
        empty={search ? `No links found for "${search}".` : "There are no links yet."}
        hidesHead
        columns={[
          [
            "Artist",
            ({ artistName, email }) => (
              <>
                <p>{artistName}</p>
                <Dimmed>{email}</Dimmed>
              </>
            ),
          ],
          [
            "State",
            ({ state }) => <StatusMark tone={tones[state]}>{capitalize(state)}</StatusMark>,
          ],
          ["About", ({ about }) => <Dimmed>{about}</Dimmed>],
          [
            "Deactivate",
            ({ kind, id, artistName, isOver }) =>
              !isOver && (
                <PostButton
                  intent="deactivate"
                  fields={{ kind, id }}
                  unseen={`${artistName}'s link`}
                >
                  Deactivate
                </PostButton>
              ),
          ],
        ]}
      />
      <PaginationLinks query={{ q: search }} last={next} />
    </StaffPage>
  );
}
